CREATE TABLE "kept_work" (
	"summary_id" uuid NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "kept_work_summary_id_key_pk" PRIMARY KEY("summary_id","key")
);
--> statement-breakpoint
ALTER TABLE "summaries" ADD COLUMN "source_title" text;--> statement-breakpoint
ALTER TABLE "summaries" ADD COLUMN "usage" jsonb;--> statement-breakpoint
ALTER TABLE "summaries" ADD COLUMN "input_hash" text;--> statement-breakpoint
ALTER TABLE "summaries" ADD COLUMN "content_hash" text;--> statement-breakpoint
ALTER TABLE "summaries" ADD COLUMN "made_with" text;--> statement-breakpoint
ALTER TABLE "summaries" ADD COLUMN "cached" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "summary_language" text;--> statement-breakpoint
ALTER TABLE "kept_work" ADD CONSTRAINT "kept_work_summary_id_summaries_id_fk" FOREIGN KEY ("summary_id") REFERENCES "public"."summaries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kept_work_created" ON "kept_work" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "summaries_user_input" ON "summaries" USING btree ("user_id","input_hash");--> statement-breakpoint
CREATE INDEX "summaries_user_content" ON "summaries" USING btree ("user_id","content_hash");