-- Lists that were counted before keep their triggers, and count as new ones do.
SELECT kit.write_counting(table_name, list, columns) FROM counted_lists;
