ALTER TABLE "algorithm_versions" ADD COLUMN "markets" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "backtests" ADD COLUMN "markets" jsonb DEFAULT '[]'::jsonb NOT NULL;
