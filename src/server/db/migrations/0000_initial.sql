CREATE TABLE "billing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"customer_id" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cancellation_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone,
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "feature_suggestions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"feature_type" text NOT NULL,
	"description" text NOT NULL,
	"priority" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"operator" text NOT NULL,
	"from_plan" text,
	"to_plan" text,
	"expires_at" timestamp with time zone,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkpoints" (
	"summary_id" uuid NOT NULL,
	"key" text NOT NULL,
	"value" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "checkpoints_summary_id_key_pk" PRIMARY KEY("summary_id","key")
);
--> statement-breakpoint
CREATE TABLE "model_usage" (
	"scope" text NOT NULL,
	"day" date NOT NULL,
	"tokens" bigint NOT NULL,
	"cost_usd" double precision NOT NULL,
	CONSTRAINT "model_usage_scope_day_pk" PRIMARY KEY("scope","day")
);
--> statement-breakpoint
CREATE TABLE "source_words" (
	"source_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"first_block" integer NOT NULL,
	"last_block" integer NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "source_words_source_id_part_pk" PRIMARY KEY("source_id","part")
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"content_type" text NOT NULL,
	"title" text,
	"author" text,
	"site" text,
	"published_at" text,
	"language" text,
	"original_url" text,
	"thumbnail_url" text,
	"info" jsonb,
	"input_hash" text NOT NULL,
	"content_hash" text,
	"document" "bytea",
	"review_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "summaries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"title" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"failure_code" text,
	"failure_message" text,
	"progress" jsonb,
	"partial_page" jsonb,
	"engine" jsonb,
	"language" text,
	"coverage" jsonb,
	"page" jsonb,
	"saved_seconds" integer DEFAULT 0 NOT NULL,
	"input" jsonb,
	"usage" jsonb,
	"cache_key" text,
	"quota_period" timestamp with time zone,
	"idempotency_key" text,
	"idempotency_hash" text,
	"title_words" "tsvector" NOT NULL,
	"text_words" "tsvector",
	"deleted_at" timestamp with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "summary_aliases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"summary_id" uuid NOT NULL,
	"idempotency_key" text,
	"idempotency_hash" text,
	"is_redo" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "summary_shares" (
	"summary_id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"includes_source" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "summary_shares_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"file_name" text,
	"declared_bytes" integer,
	"max_bytes" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"bytes" integer,
	"file_type" text,
	"sha256" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"token_hash" text NOT NULL,
	"ending" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "api_tokens_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "email_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"token_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_links_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invitations_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL,
	"reset_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"authenticated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"password" text,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"google_id" text,
	"oidc_id" text,
	"auth_provider" text DEFAULT 'local' NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"reset_token" text,
	"reset_token_expiry" timestamp with time zone,
	"stripe_customer_id" text,
	"stripe_subscription_id" text,
	"subscription_plan" text,
	"subscription_expires_at" timestamp with time zone,
	"plan_source" text,
	"subscription_status" text,
	"subscription_price" integer,
	"subscription_currency" text,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"billing_version" integer DEFAULT 0 NOT NULL,
	"billing_synced_at" timestamp with time zone,
	"summaries_used" integer DEFAULT 0 NOT NULL,
	"exports_used" integer DEFAULT 0 NOT NULL,
	"ready_summaries" integer DEFAULT 0 NOT NULL,
	"saved_seconds" bigint DEFAULT 0 NOT NULL,
	"plan_started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"usage_period_start" timestamp with time zone DEFAULT now() NOT NULL,
	"summary_language" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"questions_used" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "users_googleId_unique" UNIQUE("google_id"),
	CONSTRAINT "users_oidcId_unique" UNIQUE("oidc_id"),
	CONSTRAINT "users_resetToken_unique" UNIQUE("reset_token"),
	CONSTRAINT "users_stripeCustomerId_unique" UNIQUE("stripe_customer_id")
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"summary_id" uuid,
	"source_id" uuid,
	"cited_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"question" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"failure_code" text,
	"failure_message" text,
	"reply" jsonb,
	"engine" jsonb,
	"usage" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"quota_period" timestamp with time zone,
	"idempotency_key" text,
	"idempotency_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cancellation_requests" ADD CONSTRAINT "cancellation_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feature_suggestions" ADD CONSTRAINT "feature_suggestions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_changes" ADD CONSTRAINT "plan_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkpoints" ADD CONSTRAINT "checkpoints_summary_id_summaries_id_fk" FOREIGN KEY ("summary_id") REFERENCES "public"."summaries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_words" ADD CONSTRAINT "source_words_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summaries" ADD CONSTRAINT "summaries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summaries" ADD CONSTRAINT "summaries_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summary_aliases" ADD CONSTRAINT "summary_aliases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summary_aliases" ADD CONSTRAINT "summary_aliases_summary_id_summaries_id_fk" FOREIGN KEY ("summary_id") REFERENCES "public"."summaries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summary_shares" ADD CONSTRAINT "summary_shares_summary_id_summaries_id_fk" FOREIGN KEY ("summary_id") REFERENCES "public"."summaries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_links" ADD CONSTRAINT "email_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_events_received" ON "billing_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "cancellation_requests_user" ON "cancellation_requests" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cancellation_requests_pending" ON "cancellation_requests" USING btree ("user_id") WHERE "cancellation_requests"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "feature_suggestions_user" ON "feature_suggestions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "plan_changes_user" ON "plan_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "checkpoints_created" ON "checkpoints" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sources_user_input" ON "sources" USING btree ("user_id","input_hash");--> statement-breakpoint
CREATE INDEX "sources_user_content" ON "sources" USING btree ("user_id","content_hash");--> statement-breakpoint
CREATE INDEX "sources_review" ON "sources" USING btree ("review_at") WHERE "sources"."review_at" is not null;--> statement-breakpoint
CREATE INDEX "summaries_user_newest" ON "summaries" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "summaries_source" ON "summaries" USING btree ("source_id");--> statement-breakpoint
CREATE UNIQUE INDEX "summaries_idempotency" ON "summaries" USING btree ("user_id","idempotency_key") WHERE "summaries"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "summaries_user_unfinished" ON "summaries" USING btree ("user_id") WHERE "summaries"."status" NOT IN ('ready', 'failed') AND "summaries"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "summaries_deleted" ON "summaries" USING btree ("deleted_at") WHERE "summaries"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "summary_aliases_user" ON "summary_aliases" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "summary_aliases_summary" ON "summary_aliases" USING btree ("summary_id");--> statement-breakpoint
CREATE INDEX "summary_aliases_created" ON "summary_aliases" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "uploads_user" ON "uploads" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_created" ON "uploads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "api_tokens_user" ON "api_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_links_user" ON "email_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_links_expiry" ON "email_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rate_limits_reset" ON "rate_limits" USING btree ("reset_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_last_seen" ON "sessions" USING btree ("last_seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_lower" ON "users" USING btree (lower("email"));--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_summary_id_summaries_id_fk" FOREIGN KEY ("summary_id") REFERENCES "public"."summaries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "questions_user_newest" ON "questions" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "questions_summary" ON "questions" USING btree ("summary_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "questions_idempotency" ON "questions" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "questions_cited" ON "questions" USING btree ("created_at") WHERE cardinality("questions"."cited_ids") > 0;--> statement-breakpoint
CREATE INDEX "questions_unfinished" ON "questions" USING btree ("created_at") WHERE "questions"."status" NOT IN ('ready', 'failed');