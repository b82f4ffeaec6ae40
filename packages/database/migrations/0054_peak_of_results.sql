ALTER TABLE "account_control" ADD COLUMN "peak_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account_control" ADD COLUMN "peak_result" numeric;