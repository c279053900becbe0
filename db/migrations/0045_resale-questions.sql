CREATE TABLE "resale_questions" (
	"sale_id" uuid PRIMARY KEY NOT NULL,
	"buyer_id" uuid NOT NULL,
	"semester_end" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"dismissed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "resale_questions" ADD CONSTRAINT "resale_questions_sale_id_confirmed_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."confirmed_sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resale_questions" ADD CONSTRAINT "resale_questions_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "resale_questions_buyer" ON "resale_questions" USING btree ("buyer_id");