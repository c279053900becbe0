-- no transaction
-- Lists that few listings pass, and lists by price. Concurrently: the table is filled.
DROP INDEX CONCURRENTLY IF EXISTS books_class_price;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "books_class_price" ON "books" USING btree ((CASE condition WHEN 'Like New' THEN 0 WHEN 'Excellent' THEN 4 WHEN 'Good' THEN 8 WHEN 'Fair' THEN 12 WHEN 'Poor' THEN 16 END + CASE WHEN cardinality(images) > 0 THEN 2 ELSE 0 END + CASE WHEN condition_details ->> 'accessCode' = 'unused' THEN 1 ELSE 0 END),"price","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_active;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS books_subject_class_price;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "books_subject_class_price" ON "books" USING btree ("subject",(CASE condition WHEN 'Like New' THEN 0 WHEN 'Excellent' THEN 4 WHEN 'Good' THEN 8 WHEN 'Fair' THEN 12 WHEN 'Poor' THEN 16 END + CASE WHEN cardinality(images) > 0 THEN 2 ELSE 0 END + CASE WHEN condition_details ->> 'accessCode' = 'unused' THEN 1 ELSE 0 END),"price","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_active;
