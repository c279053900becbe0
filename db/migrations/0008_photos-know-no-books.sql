ALTER TABLE "photos" DROP CONSTRAINT "photos_book_id_books_id_fk";
