CREATE TABLE "deleted_summaries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"row" jsonb NOT NULL,
	"work" jsonb NOT NULL,
	"file_url" text,
	"deleted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "summaries" ADD COLUMN "title_words" "tsvector";--> statement-breakpoint
ALTER TABLE "summaries" ADD COLUMN "text_words" "tsvector";--> statement-breakpoint
ALTER TABLE "deleted_summaries" ADD CONSTRAINT "deleted_summaries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_summaries_user" ON "deleted_summaries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "deleted_summaries_deleted" ON "deleted_summaries" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "summaries_words" ON "summaries" USING gin ((coalesce("title_words", ''::tsvector) || coalesce("text_words", ''::tsvector))) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "summaries_without_words" ON "summaries" USING btree ("id") WHERE "summaries"."title_words" is null or ("summaries"."text_words" is null and "summaries"."status" = 'ready');