"""Parts that clusterers are made of, one folder for each subject."""
