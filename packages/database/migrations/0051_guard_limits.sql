ALTER TABLE "account_control" ADD COLUMN "limits" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
-- A double becomes the number that it is printed as.
UPDATE "account_control" SET "limits" = jsonb_build_object('dailyLoss', "daily_loss") WHERE "daily_loss" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "account_control" DROP COLUMN "daily_loss";--> statement-breakpoint
ALTER TABLE "account_control" ADD CONSTRAINT "account_control_limits" CHECK (not "account_control"."limits" @? '$.* ? (@ <= 0)');
