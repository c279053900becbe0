CREATE TABLE "course_books" (
	"course_code" text collate "C" NOT NULL,
	"isbn" text NOT NULL,
	"title" text,
	"author" text,
	"edition" text,
	"requirement" text NOT NULL,
	"place" smallint NOT NULL,
	CONSTRAINT "course_books_course_code_isbn_pk" PRIMARY KEY("course_code","isbn"),
	CONSTRAINT "course_books_isbn_digits" CHECK ("course_books"."isbn" ~ '^97[89][0-9]{10}$'),
	CONSTRAINT "course_books_requirement" CHECK ("course_books"."requirement" in ('required', 'recommended'))
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"code" text collate "C" PRIMARY KEY NOT NULL,
	"written_code" text NOT NULL,
	"title" text NOT NULL,
	"term" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "courses_lengths" CHECK (length("courses"."code") between 2 and 40 and length("courses"."written_code") <= 60)
);
--> statement-breakpoint
CREATE TABLE "taken_courses" (
	"user_id" uuid NOT NULL,
	"course_code" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "taken_courses_user_id_course_code_pk" PRIMARY KEY("user_id","course_code")
);
--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "courses" text[] DEFAULT '{}'::text[] NOT NULL;
--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "course_codes" text[] DEFAULT '{}'::text[] NOT NULL;
--> statement-breakpoint
ALTER TABLE "course_books" ADD CONSTRAINT "course_books_course_code_courses_code_fk" FOREIGN KEY ("course_code") REFERENCES "public"."courses"("code") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "taken_courses" ADD CONSTRAINT "taken_courses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "taken_courses" ADD CONSTRAINT "taken_courses_course_code_courses_code_fk" FOREIGN KEY ("course_code") REFERENCES "public"."courses"("code") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "course_books_isbn" ON "course_books" USING btree ("isbn");
--> statement-breakpoint
CREATE INDEX "courses_title" ON "courses" USING gin (to_tsvector('simple', search_text("title")));
--> statement-breakpoint
CREATE INDEX "taken_courses_course" ON "taken_courses" USING btree ("course_code");
