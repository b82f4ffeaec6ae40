ALTER TABLE "source_series" ADD COLUMN "releases" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "source_series" ADD COLUMN "releases_at" timestamp with time zone;