CREATE INDEX "identity_accounts_user" ON "identity_accounts" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "identity_email_tokens_user" ON "identity_email_tokens" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "identity_email_tokens_end" ON "identity_email_tokens" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "identity_passkeys_user" ON "identity_passkeys" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "identity_rate_limits_reset" ON "identity_rate_limits" USING btree ("resets_at");
--> statement-breakpoint
CREATE INDEX "identity_sessions_user" ON "identity_sessions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "identity_sessions_end" ON "identity_sessions" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "identity_verifications_identifier" ON "identity_verifications" USING btree ("identifier");
--> statement-breakpoint
CREATE INDEX "identity_verifications_end" ON "identity_verifications" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "users_mailbox" ON "users" USING btree ("mailbox");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "users_student_confirmed" ON "users" USING btree ("student_confirmed_at") WHERE student_university is not null;
--> statement-breakpoint
CREATE INDEX "audit_entries_target" ON "audit_entries" USING btree ("target_kind","target_id");
--> statement-breakpoint
CREATE INDEX "blocks_blocked" ON "blocks" USING btree ("blocked_id");
--> statement-breakpoint
CREATE INDEX "price_changes_age" ON "price_changes" USING btree ("changed_at");
--> statement-breakpoint
CREATE INDEX "book_views_day" ON "book_views" USING btree ("day");
--> statement-breakpoint
CREATE INDEX "books_newest" ON "books" USING btree ("created_at","id") WHERE is_active;
--> statement-breakpoint
CREATE INDEX "books_subject_newest" ON "books" USING btree ("subject","created_at","id") WHERE is_active;
--> statement-breakpoint
CREATE INDEX "books_class_price" ON "books" USING btree ((CASE condition WHEN 'Like New' THEN 0 WHEN 'Excellent' THEN 4 WHEN 'Good' THEN 8 WHEN 'Fair' THEN 12 WHEN 'Poor' THEN 16 END + CASE WHEN cardinality(images) > 0 THEN 2 ELSE 0 END + CASE WHEN condition_details ->> 'accessCode' = 'unused' THEN 1 ELSE 0 END),"price","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_active;
--> statement-breakpoint
CREATE INDEX "books_subject_class_price" ON "books" USING btree ("subject",(CASE condition WHEN 'Like New' THEN 0 WHEN 'Excellent' THEN 4 WHEN 'Good' THEN 8 WHEN 'Fair' THEN 12 WHEN 'Poor' THEN 16 END + CASE WHEN cardinality(images) > 0 THEN 2 ELSE 0 END + CASE WHEN condition_details ->> 'accessCode' = 'unused' THEN 1 ELSE 0 END),"price","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_active;
--> statement-breakpoint
CREATE INDEX "books_seller" ON "books" USING btree ("seller_id","created_at","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "books_posted_once" ON "books" USING btree ("seller_id","client_listing_id") WHERE client_listing_id is not null;
--> statement-breakpoint
CREATE INDEX "books_isbn" ON "books" USING btree ("isbn","created_at") WHERE isbn is not null and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "books_deleted" ON "books" USING btree ("deleted_at") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "books_to_purge" ON "books" USING btree ("deleted_at") WHERE deleted_at is not null and (images <> '{}' OR courses <> '{}' OR course_codes <> '{}' OR description IS NOT NULL OR condition_details IS NOT NULL);
--> statement-breakpoint
CREATE INDEX "books_isbn_price" ON "books" USING btree ("isbn","price") WHERE is_active and isbn is not null;
--> statement-breakpoint
CREATE INDEX "books_courses" ON "books" USING gin ("course_codes") WITH (fastupdate=off) WHERE is_active and course_codes <> '{}';
--> statement-breakpoint
CREATE INDEX "books_expiry" ON "books" USING btree ("is_expired","expires_at","id") WHERE sold_at is null and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "books_renewal_due" ON "books" USING btree ("expires_at","id") WHERE is_active and renewal_question_at is null;
--> statement-breakpoint
CREATE INDEX "books_seller_end" ON "books" USING btree ("seller_id",greatest(expires_at, boosted_until),"id") WHERE is_active;
--> statement-breakpoint
CREATE INDEX "books_search" ON "books" USING gin ("search") WITH (fastupdate=false);
--> statement-breakpoint
CREATE INDEX "search_terms_trgm" ON "search_terms" USING gin ("term" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "search_terms_first_letter" ON "search_terms" USING btree (left("term", 1),length("term"));
--> statement-breakpoint
CREATE INDEX "boosts_of_book" ON "boosts" USING btree ("book_id");
--> statement-breakpoint
CREATE INDEX "daily_usage_day" ON "daily_usage" USING btree ("day");
--> statement-breakpoint
CREATE INDEX "unowned_usage_day" ON "unowned_usage" USING btree ("day");
--> statement-breakpoint
CREATE INDEX "conversations_buyer" ON "conversations" USING btree ("buyer_id","last_message_at","id");
--> statement-breakpoint
CREATE INDEX "conversations_seller" ON "conversations" USING btree ("seller_id","last_message_at","id");
--> statement-breakpoint
CREATE INDEX "conversations_withheld_buyer" ON "conversations" USING btree ("buyer_id") WHERE last_message_is_withheld;
--> statement-breakpoint
CREATE INDEX "conversations_withheld_seller" ON "conversations" USING btree ("seller_id") WHERE last_message_is_withheld;
--> statement-breakpoint
CREATE INDEX "course_books_isbn" ON "course_books" USING btree ("isbn");
--> statement-breakpoint
CREATE INDEX "courses_search" ON "courses" USING gin ("search");
--> statement-breakpoint
CREATE UNIQUE INDEX "named_sales_of_book" ON "named_sales" USING btree ("book_id") WHERE state <> 'withdrawn';
--> statement-breakpoint
CREATE INDEX "named_sales_book" ON "named_sales" USING btree ("book_id","buyer_id");
--> statement-breakpoint
CREATE INDEX "named_sales_waiting" ON "named_sales" USING btree ("buyer_id","created_at") WHERE state = 'waiting';
--> statement-breakpoint
CREATE INDEX "named_sales_seller" ON "named_sales" USING btree ("seller_id","created_at");
--> statement-breakpoint
CREATE INDEX "named_sales_buyer" ON "named_sales" USING btree ("buyer_id");
--> statement-breakpoint
CREATE INDEX "named_sales_conversation" ON "named_sales" USING btree ("conversation_id");
--> statement-breakpoint
CREATE INDEX "resale_questions_buyer" ON "resale_questions" USING btree ("buyer_id");
--> statement-breakpoint
CREATE INDEX "resale_questions_unnotified" ON "resale_questions" USING btree ("buyer_id") WHERE notified_at is null;
--> statement-breakpoint
CREATE INDEX "fetched_editions_age" ON "fetched_editions" USING btree ("fetched_at");
--> statement-breakpoint
CREATE INDEX "favorites_newest" ON "favorites" USING btree ("user_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "favorites_book" ON "favorites" USING btree ("book_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "meetings_open" ON "meetings" USING btree ("reservation_id") WHERE state in ('proposed', 'accepted');
--> statement-breakpoint
CREATE UNIQUE INDEX "meetings_number" ON "meetings" USING btree ("reservation_id","number");
--> statement-breakpoint
CREATE INDEX "meetings_to_remind" ON "meetings" USING btree ("starts_at") WHERE state = 'accepted' and reminded_at is null;
--> statement-breakpoint
CREATE INDEX "meetings_due" ON "meetings" USING btree ("starts_at") WHERE state in ('proposed', 'accepted');
--> statement-breakpoint
CREATE INDEX "meetings_conversation" ON "meetings" USING btree ("conversation_id");
--> statement-breakpoint
CREATE INDEX "pending_book_notices_user" ON "pending_book_notices" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "pending_book_notices_book" ON "pending_book_notices" USING btree ("book_id");
--> statement-breakpoint
CREATE INDEX "pending_book_notices_device" ON "pending_book_notices" USING btree ("device_id");
--> statement-breakpoint
CREATE INDEX "pending_book_notices_created" ON "pending_book_notices" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "pending_push_notifications_conversation" ON "pending_push_notifications" USING btree ("user_id","conversation_id","seq");
--> statement-breakpoint
CREATE INDEX "pending_push_notifications_device" ON "pending_push_notifications" USING btree ("device_id");
--> statement-breakpoint
CREATE INDEX "pending_push_notifications_created" ON "pending_push_notifications" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id","confirmed_at");
--> statement-breakpoint
CREATE INDEX "unread_message_emails_conversation" ON "unread_message_emails" USING btree ("user_id","conversation_id","seq");
--> statement-breakpoint
CREATE INDEX "unread_message_emails_created" ON "unread_message_emails" USING btree ("created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "offers_pending" ON "offers" USING btree ("conversation_id") WHERE state = 'pending';
--> statement-breakpoint
CREATE INDEX "offers_pending_of_book" ON "offers" USING btree ("book_id") WHERE state = 'pending';
--> statement-breakpoint
CREATE INDEX "offers_due" ON "offers" USING btree ("expires_at") WHERE state = 'pending';
--> statement-breakpoint
CREATE INDEX "offers_conversation" ON "offers" USING btree ("conversation_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "reservations_active" ON "reservations" USING btree ("book_id") WHERE state = 'active';
--> statement-breakpoint
CREATE INDEX "reservations_due" ON "reservations" USING btree ("until") WHERE state = 'active';
--> statement-breakpoint
CREATE INDEX "reservations_book" ON "reservations" USING btree ("book_id");
--> statement-breakpoint
CREATE INDEX "reservations_conversation" ON "reservations" USING btree ("conversation_id");
--> statement-breakpoint
CREATE INDEX "sandbox_objects_kind" ON "sandbox_objects" USING btree ("kind","created_at","id");
--> statement-breakpoint
CREATE INDEX "sandbox_objects_due" ON "sandbox_objects" USING btree ("due_at") WHERE due_at is not null;
--> statement-breakpoint
CREATE INDEX "payment_status_history_of" ON "payment_status_history" USING btree ("payment_id","id");
--> statement-breakpoint
CREATE INDEX "payments_of_user" ON "payments" USING btree ("user_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "payments_of_book" ON "payments" USING btree ("book_id");
--> statement-breakpoint
CREATE INDEX "payments_next_check" ON "payments" USING btree ("next_check_at") WHERE next_check_at is not null;
--> statement-breakpoint
CREATE INDEX "webhook_events_received" ON "webhook_events" USING btree ("received_at");
--> statement-breakpoint
CREATE INDEX "photos_owner" ON "photos" USING btree ("owner_id","created_at");
--> statement-breakpoint
CREATE INDEX "photos_book" ON "photos" USING btree ("book_id") WHERE book_id is not null;
--> statement-breakpoint
CREATE INDEX "photos_unattached" ON "photos" USING btree ("unattached_since") WHERE book_id is null and profile_image_of_user_id is null;
--> statement-breakpoint
CREATE INDEX "photos_profile_image" ON "photos" USING btree ("profile_image_of_user_id") WHERE profile_image_of_user_id is not null;
--> statement-breakpoint
CREATE INDEX "price_notices_user" ON "price_notices" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "price_notices_age" ON "price_notices" USING btree ("notified_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "reports_open_of_object" ON "reports" USING btree ("reporter_id","kind",coalesce("review_id", "message_id", "book_id", "user_id")) WHERE status = 'open';
--> statement-breakpoint
CREATE INDEX "reports_by_status" ON "reports" USING btree ("status","created_at","id");
--> statement-breakpoint
CREATE INDEX "reports_user" ON "reports" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "reports_book" ON "reports" USING btree ("book_id");
--> statement-breakpoint
CREATE INDEX "reports_message" ON "reports" USING btree ("message_id");
--> statement-breakpoint
CREATE INDEX "reports_review" ON "reports" USING btree ("review_id") WHERE review_id is not null;
--> statement-breakpoint
CREATE INDEX "reports_handler" ON "reports" USING btree ("handled_by") WHERE handled_by is not null;
--> statement-breakpoint
CREATE INDEX "reviews_of_user" ON "reviews" USING btree ("reviewed_id","published_at","id","stars") WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX "reviews_author" ON "reviews" USING btree ("author_id") WHERE author_id is not null;
--> statement-breakpoint
CREATE INDEX "reviews_unnotified" ON "reviews" USING btree ("published_at") WHERE notified_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "confirmed_sales_book" ON "confirmed_sales" USING btree ("book_id") WHERE book_id is not null;
--> statement-breakpoint
CREATE INDEX "confirmed_sales_isbn" ON "confirmed_sales" USING btree ("isbn","confirmed_at") WHERE isbn is not null;
--> statement-breakpoint
CREATE INDEX "confirmed_sales_seller" ON "confirmed_sales" USING btree ("seller_id","confirmed_at") WHERE seller_id is not null;
--> statement-breakpoint
CREATE INDEX "confirmed_sales_buyer" ON "confirmed_sales" USING btree ("buyer_id","confirmed_at") WHERE buyer_id is not null;
--> statement-breakpoint
CREATE INDEX "confirmed_sales_time" ON "confirmed_sales" USING btree ("confirmed_at","id") WHERE buyer_id is not null;
--> statement-breakpoint
CREATE INDEX "confirmed_sales_mailboxes" ON "confirmed_sales" USING btree ("seller_mailbox","buyer_mailbox") WHERE seller_mailbox is not null;
--> statement-breakpoint
CREATE INDEX "ad_free_periods_of" ON "ad_free_periods" USING btree ("subscription_id");
--> statement-breakpoint
CREATE INDEX "subscriptions_of_user" ON "subscriptions" USING btree ("user_id","created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_running" ON "subscriptions" USING btree ("provider","user_id") WHERE status in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused') and terminated_at is null;
--> statement-breakpoint
CREATE INDEX "subscriptions_next_check" ON "subscriptions" USING btree ("next_check_at") WHERE next_check_at is not null;
--> statement-breakpoint
CREATE INDEX "support_messages_newest" ON "support_messages" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "support_messages_open" ON "support_messages" USING btree ("created_at","id") WHERE closed_at is null;
--> statement-breakpoint
CREATE INDEX "support_messages_email" ON "support_messages" USING btree ("email");
--> statement-breakpoint
CREATE INDEX "support_messages_user" ON "support_messages" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "support_messages_answerer" ON "support_messages" USING btree ("answered_by") WHERE answered_by is not null;
--> statement-breakpoint
CREATE INDEX "wanted_alerts_newest" ON "wanted_alerts" USING btree ("entry_id","created_at","book_id");
--> statement-breakpoint
CREATE INDEX "wanted_alerts_book" ON "wanted_alerts" USING btree ("book_id");
--> statement-breakpoint
CREATE INDEX "wanted_alerts_unseen" ON "wanted_alerts" USING btree ("user_id") WHERE seen_at is null;
--> statement-breakpoint
CREATE INDEX "wanted_alerts_digest" ON "wanted_alerts" USING btree ("digest_due_at") WHERE digest_due_at is not null;
--> statement-breakpoint
CREATE INDEX "wanted_alerts_digest_user" ON "wanted_alerts" USING btree ("user_id") WHERE digest_due_at is not null;
--> statement-breakpoint
CREATE INDEX "wanted_entries_match_user" ON "wanted_entries" USING btree ("match_key","user_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "wanted_entries_deleted" ON "wanted_entries" USING btree ("deleted_at") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "queued_emails_recipient" ON "queued_emails" USING btree ("recipient");
--> statement-breakpoint
CREATE INDEX "queued_emails_created" ON "queued_emails" USING btree ("created_at");
--> statement-breakpoint
-- The rest is by hand: Drizzle declares no INCLUDE, no statistics and no functions.
-- Lists of boosted listings. Without the search vector: an index row holds about 2.7 KB, and a long title in four-byte letters
-- could then never be boosted.
CREATE INDEX books_boosted ON books (created_at, id) INCLUDE (boosted_until) WHERE is_active AND is_boosted;
--> statement-breakpoint
CREATE INDEX books_subject_boosted ON books (subject, created_at, id) INCLUDE (boosted_until) WHERE is_active AND is_boosted;
--> statement-breakpoint
-- Lists of the dashboard of administrators.
CREATE INDEX books_kept_newest ON books (created_at, id) WHERE deleted_at IS NULL;
--> statement-breakpoint
CREATE INDEX users_newest ON users (created_at, id);
--> statement-breakpoint
CREATE INDEX users_search ON users
  USING gin (lower(public.f_unaccent(name || ' ' || email)) gin_trgm_ops) WITH (fastupdate = off);
--> statement-breakpoint
CREATE INDEX payments_income ON payments (processed_at) INCLUDE (provider, amount, amount_refunded)
  WHERE status = 'succeeded';
--> statement-breakpoint
CREATE INDEX payments_latest ON payments (created_at, id)
  WHERE was_attempted OR status NOT IN ('pending', 'canceled');
--> statement-breakpoint
-- Without these the planner expects one in 200 listings in each class, and sorts what the index has in order.
CREATE STATISTICS books_filter_class ON (CASE condition WHEN 'Like New' THEN 0 WHEN 'Excellent' THEN 4 WHEN 'Good' THEN 8 WHEN 'Fair' THEN 12 WHEN 'Poor' THEN 16 END + CASE WHEN cardinality(images) > 0 THEN 2 ELSE 0 END + CASE WHEN condition_details ->> 'accessCode' = 'unused' THEN 1 ELSE 0 END) FROM books;
--> statement-breakpoint
-- Terms that look like a misspelled word. The function sets the threshold: two swapped letters in a short word leave few trigrams
-- in common. After the index search_terms_trgm, which loads pg_trgm: else only a superuser may set it.
CREATE FUNCTION similar_terms(word text) RETURNS TABLE (term text, ndoc integer) LANGUAGE sql STABLE
  SET pg_trgm.similarity_threshold = 0.15
  AS $f$
    SELECT t.term, t.ndoc FROM public.search_terms t WHERE t.term OPERATOR(public.%) word
    ORDER BY public.similarity(t.term, word) DESC, t.ndoc DESC LIMIT 100
  $f$;
