-- no transaction
-- Without these the planner takes each class of listings for one in 200, and sorts what the index has in order.
DROP STATISTICS IF EXISTS books_filter_class;
--> statement-breakpoint
CREATE STATISTICS books_filter_class ON (CASE condition WHEN 'Like New' THEN 0 WHEN 'Excellent' THEN 4 WHEN 'Good' THEN 8 WHEN 'Fair' THEN 12 WHEN 'Poor' THEN 16 END + CASE WHEN cardinality(images) > 0 THEN 2 ELSE 0 END + CASE WHEN condition_details ->> 'accessCode' = 'unused' THEN 1 ELSE 0 END) FROM books;
--> statement-breakpoint
ANALYZE books;
