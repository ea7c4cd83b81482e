ALTER TABLE "model_usage" ADD COLUMN "audio_minutes" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "summaries" ADD COLUMN "audio_minutes" integer;--> statement-breakpoint
ALTER TABLE "summaries" ADD COLUMN "audio_period" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "audio_minutes_used" integer DEFAULT 0 NOT NULL;