DELETE FROM "sessions" WHERE "user_id" IS NULL;--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "user_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "data";