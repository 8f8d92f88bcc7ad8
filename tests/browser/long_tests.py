"""Browser tests that only `make test-all` runs, each with the faster test that checks the same."""

NOTEBOOK_7 = {
    "test_a_walk_from_zoom_to_files",
    "test_a_whole_session_by_keyboard_alone",
    "test_a_question_and_the_keys_are_brought_into_view",
    "test_a_height_in_pixels_and_all_that_the_window_has",
}
"""Tests that `make test` runs in Notebook 7 too: walks, and what depends on the front end."""

LONG = {
    "100000",
    "1200",
    "20000",
    "3000",
    "940",
    "adaptivepckmeans",
    "dark",
    "lab-50-20-10",
    "marks",
    "reduce",
    "tablet",
    "test_200_random_actions_with_branches",
    "test_cards_to_be_sorted_are_seen_one_after_the_other[images]",
    "test_click_to_repainted_points",
    "test_time_from_choice_to_repainted_points",
    "test_everything_is_in_reach[200 %]",
    "test_frames_while_the_wheel_turns",
    "test_from_key_to_next_question",
    "test_hard_names_are_text_and_leave_everything_in_its_place[1400]",
    "test_label_as_shows_all_clusters_and_a_new_one",
    "test_long_names_leave_the_state_in_sight",
    "test_motion_redraws_no_nodes",
    "test_remove_covers_nothing_of_its_row",
    "test_ten_sortings_by_keyboard_alone_record_what_was_announced",
    "test_the_menu_forms_and_questions_of_other_types_have_no_faults_either",
    "test_the_wheel_zooms_at_the_pointer_and_tells_the_kernel_nothing[squares]",
    "test_twenty_placements_by_keyboard_alone_record_what_was_announced",
    "test_two_views_zoom_apart",
    "test_where_the_browser_refuses_the_screen_the_page_is_taken",
}
"""Tests, or parameters of tests, that no faster test replaces."""

TOUR = "tests/browser/test_states.py"
"""Pictures of the states of every feature in both themes."""

BELOW = {
    # axes
    "test_every_projection_by_mouse_and_nothing_else_moves": "tests/widget/axes/test_projection.py",
    "test_pictures_of_the_menu": TOUR,
    "test_python_sets_it_and_hears_of_it": "tests/widget/axes/test_projection.py",
    "test_what_cannot_be_had_says_why_and_can_be_reached": (
        "js/test/features/axes/axes_menu.test.ts"
    ),
    "test_what_never_ends_is_cancelled_and_what_fails_says_why": (
        "tests/widget/axes/test_axes_in_background.py"
    ),
    # clusters
    "test_a_cluster_that_must_links_hold_together_is_not_split": (
        "tests/session/clusters/test_merge_and_split.py"
    ),
    "test_a_name_that_is_taken_is_refused_with_the_rule": (
        "tests/session/clusters/test_cluster_names.py"
    ),
    "test_a_split_is_previewed_done_and_undone_by_keyboard": (
        "tests/browser/hosts/test_classic_walk.py"
    ),
    "test_pictures_of_a_cluster_in_hand": TOUR,
    "test_what_is_apart_says_by_which_answers": "tests/session/clusters/test_merge_and_split.py",
    # comparison
    "test_another_clusterer_and_a_change_of_the_session": (
        "tests/widget/comparison/test_comparison_worker.py"
    ),
    "test_pictures": TOUR,
    "test_questions_are_kept_among_the_points_that_differ": (
        "tests/widget/comparison/test_comparison_worker.py"
    ),
    # conflict, constraints
    "test_a_contradiction_is_stopped_with_its_chain": "tests/widget/conflict/test_conflict.py",
    "test_a_large_lasso_is_one_row_one_number_and_one_step_back": (
        "tests/widget/constraints/test_action_numbers.py",
        "js/test/features/constraints/grouped_rows.test.ts",
    ),
    "test_pictures_of_doubts": TOUR,
    "test_the_default_keeps_a_far_link_and_progress_tells_what_is_left": (
        "tests/session/test_defaults.py",
        "js/test/features/history/progress_curves.test.ts",
    ),
    "test_the_switch_for_soft_answers_is_undone_like_an_answer": (
        "tests/widget/constraints/test_doubtful_answers.py"
    ),
    "test_two_thousand_constraints_are_listed_and_more_are_added": (
        "js/test/features/constraints/constraint_table.test.ts"
    ),
    # export
    "test_the_code_is_copied_or_selected": "js/test/features/export/export_dialog.test.ts",
    "test_the_popover_has_room_in_a_narrow_page": "tests/browser/layout/test_little_room.py",
    # feasibility
    "test_a_clusterer_that_accepts_violations_offers_the_same_ways_in_its_notice": (
        "js/test/features/feasibility/feasibility.test.ts"
    ),
    "test_a_clusterer_that_fails_says_why_and_tries_again": (
        "tests/widget/feasibility/test_remedies.py",
        "js/test/features/feasibility/feasibility.test.ts",
    ),
    "test_pictures_of_what_is_in_the_way": TOUR,
    # fit_steps
    "test_a_dendrogram_is_cut_and_the_cut_used": "tests/widget/fit_steps/test_traced_fit.py",
    "test_a_new_fit_renews_the_steps_and_a_warm_start_offers_fresh_ones": (
        "tests/session/fit_steps/test_tracing.py"
    ),
    "test_steps_stay_readable_when_the_kernel_is_gone_and_on_narrow_pages": (
        "js/test/core/connection.test.ts"
    ),
    # history
    "test_looking_back_is_of_one_view_while_the_present_moves_on": (
        "tests/session/history/test_history.py"
    ),
    "test_pictures_of_earlier_states_in_a_narrow_page": TOUR,
    "test_three_undos_restore_the_first_labels": "tests/session/test_answers_and_undo.py",
    # hosts
    "test_a_canvas_with_contents_links_and_a_selection_both_ways": (
        "tests/browser/plot/test_canvas.py"
    ),
    "test_a_part_comes_ahead_of_need_and_what_was_wanted_before_opens_then": (
        "js/test/core/lazy_bundle.test.ts"
    ),
    "test_a_part_that_the_kernel_takes_with_it_is_said_to_be_missing": (
        "js/test/core/lazy_bundle.test.ts"
    ),
    "test_colours_do_not_jump_when_the_clusterer_changes": "tests/session/test_labels_and_fits.py",
    "test_names_are_text": "tests/browser/layout/test_hard_names.py",
    "test_the_older_of_two_widgets_on_a_journal_says_so_at_once": (
        "tests/session/test_one_writer.py",
        "js/test/features/status/disconnected_banner.test.ts",
    ),
    "test_two_widgets_mind_their_own_business": "js/test/layer.test.ts",
    "test_without_a_path_the_banner_says_that_answers_were_not_saved": (
        "tests/widget/test_explorer.py"
    ),
    # layout
    "test_a_refused_value_stays_in_its_field_with_the_reason": (
        "js/test/features/settings/parameters.test.ts"
    ),
    "test_a_room_can_read_it_and_questions_are_answered_without_the_side_panel": (
        "js/test/page/more_menu.test.ts"
    ),
    "test_what_was_opened_during_a_question_stays_open_and_alive": (
        "js/test/features/history/progress_curves.test.ts"
    ),
    # oracle_run
    "test_it_is_played_paused_and_put_away_by_keyboard": (
        "js/test/features/oracle_run/oracle_run.test.ts"
    ),
    "test_other_strategies_wrong_answers_and_until_nothing_is_left": (
        "tests/widget/oracle_run/test_oracle_run_worker.py",
        "js/test/features/oracle_run/oracle_run.test.ts",
    ),
    "test_pictures_of_automatic_answers": TOUR,
    "test_two_views_agree_and_without_true_labels_it_says_what_is_needed": (
        "js/test/features/oracle_run/oracle_run.test.ts"
    ),
    "test_what_a_person_does_meanwhile_pauses_it": (
        "tests/widget/oracle_run/test_oracle_run_worker.py"
    ),
    # plot
    "test_a_lasso_around_ten_points_gives_nine_links_and_one_undo_takes_them_back": (
        "tests/browser/plot/test_canvas.py"
    ),
    "test_a_link_is_made_while_zoomed_and_the_view_stays": "js/test/plot/zoom.test.ts",
    "test_a_question_out_of_view_is_brought_in": "js/test/plot/zoom.test.ts",
    "test_a_wheel_that_scrolls_the_page_says_how_to_zoom": "js/test/input/pan.test.ts",
    "test_an_outlier_can_be_left_out": "js/test/plot/zoom.test.ts",
    "test_images_take_the_place_of_few_points": "js/test/features/row_content/thumbnails.test.ts",
    "test_points_in_one_spot_are_listed_and_spread": (
        "js/test/plot/overlap_menu.test.ts",
        "js/test/plot/spread_overlaps.test.ts",
    ),
    "test_the_keyboard_reaches_points_on_a_canvas": "js/test/input/actions.test.ts",
    "test_the_main_job_on_a_canvas": "tests/browser/plot/test_canvas.py",
    "test_two_fingers_zoom_about_the_middle_between_them": "js/test/input/pan.test.ts",
    # preview
    "test_a_canvas_shows_what_would_move": "tests/browser/preview/test_answers.py",
    "test_keys_faster_than_fits_place_the_points_that_were_read": (
        "js/test/features/preview/placement_preview.test.ts"
    ),
    "test_pictures_of_a_card_that_is_pointed_at": TOUR,
    "test_pictures_of_what_an_answer_would_move": TOUR,
    "test_the_next_sorting_is_there_when_piles_are_recorded": (
        "js/test/features/preview/placement_preview.test.ts"
    ),
    "test_undo_while_it_counts_and_another_view": "js/test/features/preview/preview.test.ts",
    # question, question_types
    "test_a_list_is_gone_through_in_any_order_by_keyboard": (
        "tests/widget/question/test_batches.py",
        "js/test/features/question/batch.test.ts",
    ),
    "test_a_dont_know_is_kept_and_not_asked_again": "tests/session/test_answers_and_undo.py",
    "test_a_kernel_killed_while_sorting_loses_nothing_that_was_recorded": (
        "tests/browser/hosts/test_life_of_a_widget.py"
    ),
    "test_a_pile_that_contradicts_is_stopped_and_lies_as_before": (
        "js/test/features/question_types/sorting.test.ts"
    ),
    "test_a_sorting_is_taken_back_card_by_card_and_then_the_question_before": (
        "js/test/features/question_types/sorting.test.ts"
    ),
    "test_pictures_of_a_list": TOUR,
    "test_pictures_of_both_forms": TOUR,
    "test_the_notebook_a_newcomer_opens": "tests/project/test_notebooks.py",
    "test_the_question_is_the_strategys": "tests/widget/question/test_questions.py",
    "test_twenty_answers_by_keyboard_alone": "tests/browser/question/test_by_keyboard.py",
    # review, annotators
    "test_pictures_of_what_is_to_be_settled": TOUR,
    "test_the_table_lists_the_answers_of_one_person": (
        "js/test/features/annotators/annotator_filter.test.ts"
    ),
    # row_content
    "test_a_pick_goes_by_its_name_at_once": "js/test/core/known_rows.test.ts",
    "test_a_slow_a_broken_and_a_huge_tooltip": (
        "tests/widget/row_content/test_content.py",
        "tests/widget/row_content/test_tooltips.py",
    ),
    "test_gaps_in_columns_are_told_and_no_axis": "tests/widget/axes/test_projection.py",
    "test_the_advice_on_scales_is_followed_beside_a_column_of_text": (
        "tests/widget/row_content/test_preprocess.py"
    ),
    "test_where_a_point_belongs_is_seen": "js/test/features/question_types/card_content.test.ts",
    # sample, stopping
    "test_pictures_of_a_sample": "tests/browser/sample/test_sample.py",
    "test_pictures_of_enough": TOUR,
    "test_points_are_shaded_as_the_session_is_unsure_of_them": (
        "tests/session/stopping/test_stopping.py",
        "js/test/features/stopping/stopping.test.ts",
    ),
    "test_squares_are_shaded_too": "tests/browser/stopping/test_stopping.py",
    "test_what_is_unknown_is_said": "js/test/features/stopping/stopping.test.ts",
}
"""Tests, and where the same is checked with less."""


def is_long(name: str) -> bool:
    """Whether only `make test-all` takes the test of this name."""
    test, _, parameters = name.rstrip("]").partition("[")
    called = {test, name, parameters, *parameters.split("-")}
    elsewhere = "classic" in called and test not in NOTEBOOK_7
    return bool(called & LONG) or test in BELOW or elsewhere
