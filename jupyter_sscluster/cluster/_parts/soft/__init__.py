"""The assignment step of methods that pay for violated pairs: iterated conditional modes.

Iterated conditional modes (ICM, Besag 1986), on the constrained rows: each row, and after the rows
each must-link component as a whole, goes to the cluster where it costs least, all others staying
where they are. Greedily: whoever gains most goes first, and rows or components that no pair in
force joins go at once (`independent_set`).

There are four of these, as a violated pair costs a constant or costs by a distance, and as pairs
are held one by one or aggregated over must-link components:

                           explicit list of pairs    aggregated over components
    uniform costs, w_ij    icm_uniform_explicit      icm_uniform_aggregated
    costs by a metric      icm_metric_explicit       icm_metric_aggregated
    the pairs              explicit_pairs            aggregated_pairs
    what they cost         explicit_moves            couplings, violation_costs

All four make the same moves but for rounding. The list is faster where pairs are few: measured on
whole fits, where it is chosen, 1.0 to 2.0 times with uniform costs and 1.1 to 7.7 times with
metrics. It is out of the question where components are large, as m rows in one are m (m - 1) / 2
pairs.
`choose_assignment` takes the one that suits the pairs in force.
"""
