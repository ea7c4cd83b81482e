CREATE TABLE "summary_shares" (
	"summary_id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"includes_source" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "summary_shares_token_unique" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "summary_shares" ADD CONSTRAINT "summary_shares_summary_id_summaries_id_fk" FOREIGN KEY ("summary_id") REFERENCES "public"."summaries"("id") ON DELETE cascade ON UPDATE no action;