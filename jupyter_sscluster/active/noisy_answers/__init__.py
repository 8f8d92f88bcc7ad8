"""Questions by what answers make likely, where some of them may be wrong."""
