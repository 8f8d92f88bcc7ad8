"""The assignment step of methods that pay for violated pairs: iterated conditional modes.

Iterated conditional modes (ICM, Besag 1986): each constrained row, then each must-link component,
goes to its cheapest cluster, all others fixed. The largest gains go first, rows or components that
no pair in force joins at once (`independent_set`), so that the order of the data plays no part.

                           explicit list of pairs    aggregated over components
    uniform costs, w_ij    icm_uniform_explicit      icm_uniform_aggregated
    costs by a metric      icm_metric_explicit       icm_metric_aggregated
    the pairs              explicit_pairs            aggregated_pairs
    what they cost         explicit_moves            couplings, violation_costs

All four make the same moves but for rounding. The list is faster where pairs are few: whole fits
take 1.05 to 1.9 times as long without it at uniform costs, 1.2 to 8 times by metrics
(`benchmarks/explicit_pairs.py`). It is out of the question where components are large, as m rows
in one are m (m - 1) / 2 pairs.
`choose_assignment` takes the one that suits the pairs in force.
"""
