CREATE TABLE "source_series" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"code" text NOT NULL,
	"column" text NOT NULL,
	"owner_id" uuid,
	"unit" text,
	"frequency" text NOT NULL,
	"timezone" text NOT NULL,
	"quality" text NOT NULL,
	"lag" double precision,
	"first" timestamp with time zone,
	"last" timestamp with time zone,
	"vintage" text,
	"hash" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"problem" text,
	"terms" text NOT NULL,
	CONSTRAINT "source_series_owner" UNIQUE NULLS NOT DISTINCT("provider","code","column","owner_id")
);
--> statement-breakpoint
ALTER TABLE "backtests" ADD COLUMN "sources" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "optimizations" ADD COLUMN "sources" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "source_series" ADD CONSTRAINT "source_series_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_series_due" ON "source_series" USING btree ("due_at");