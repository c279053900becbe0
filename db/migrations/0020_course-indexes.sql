-- no transaction
-- Availability and lowest price of an ISBN, and the listings of a course. Concurrently: the table is filled.
DROP INDEX CONCURRENTLY IF EXISTS books_isbn_price;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY books_isbn_price ON books (isbn, price) WHERE is_active AND isbn IS NOT NULL;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS books_courses;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY books_courses ON books USING gin (course_codes) WITH (fastupdate = off)
  WHERE is_active AND course_codes <> '{}';
--> statement-breakpoint
ALTER TABLE books DROP CONSTRAINT IF EXISTS books_courses_count;
--> statement-breakpoint
ALTER TABLE books ADD CONSTRAINT books_courses_count
  CHECK (cardinality(courses) <= 5 AND cardinality(courses) = cardinality(course_codes)) NOT VALID;
--> statement-breakpoint
ALTER TABLE books VALIDATE CONSTRAINT books_courses_count;
