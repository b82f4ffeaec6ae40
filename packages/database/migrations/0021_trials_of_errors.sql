ALTER TABLE "optimization_rows" ADD COLUMN "is_trial" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "trial_ledger" ADD COLUMN "rated" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Trials without a ratio were spread over the moments of the others, or counted as 0 if there were no others.
UPDATE "trial_ledger" SET "rated" = "count" WHERE "mean" <> 0 OR "squares" <> 0;--> statement-breakpoint
ALTER TABLE "trial_ledger" ALTER COLUMN "rated" DROP DEFAULT;--> statement-breakpoint
-- Kept figures have moments of the earlier shape.
DELETE FROM "optimization_luck";
