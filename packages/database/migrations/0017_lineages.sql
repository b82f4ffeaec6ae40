CREATE TABLE "algorithm_lineages" (
	"algorithm_id" uuid PRIMARY KEY NOT NULL,
	"lineage_id" uuid NOT NULL,
	"users" uuid[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lineage_seals" (
	"lineage_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"sealed_from" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lineage_seals_lineage_id_user_id_pk" PRIMARY KEY("lineage_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "optimization_luck" (
	"optimization_id" uuid PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"luck" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "optimization_studies" (
	"id" uuid NOT NULL,
	"optimization_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"is_done" boolean DEFAULT false NOT NULL,
	"study" jsonb,
	"error" text,
	CONSTRAINT "optimization_studies_optimization_id_index_pk" PRIMARY KEY("optimization_id","index"),
	CONSTRAINT "optimization_studies_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "seal_openings" (
	"lineage_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"username" text NOT NULL,
	"sealed_from" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"algorithm_id" uuid NOT NULL,
	"algorithm_version_id" uuid NOT NULL,
	"lineage_trials" integer NOT NULL,
	CONSTRAINT "seal_openings_lineage_id_user_id_pk" PRIMARY KEY("lineage_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "trial_ledger" (
	"lineage_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"manifest_hash" text NOT NULL,
	"script_hash" text NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"mean" double precision NOT NULL,
	"squares" double precision NOT NULL,
	"data_end" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trial_ledger_lineage_id_user_id_manifest_hash_pk" PRIMARY KEY("lineage_id","user_id","manifest_hash")
);
--> statement-breakpoint
CREATE TABLE "walk_forward_windows" (
	"optimization_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"train_start" timestamp with time zone NOT NULL,
	"train_end" timestamp with time zone NOT NULL,
	"test_start" timestamp with time zone NOT NULL,
	"test_end" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"child_id" uuid,
	"externals" jsonb,
	"point" integer[],
	"train_profit" double precision,
	"train_returns" jsonb,
	"initial_balance" double precision,
	"test_profit" double precision,
	"test_profit_percentage" double precision,
	"test_max_drawdown_percentage" double precision,
	"test_position_count" integer,
	"test_times" jsonb,
	"test_equity" jsonb,
	"test_returns" jsonb,
	"error" text,
	CONSTRAINT "walk_forward_windows_optimization_id_number_pk" PRIMARY KEY("optimization_id","number")
);
--> statement-breakpoint
ALTER TABLE "algorithm_lineages" ADD CONSTRAINT "algorithm_lineages_algorithm_id_algorithms_id_fk" FOREIGN KEY ("algorithm_id") REFERENCES "public"."algorithms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lineage_seals" ADD CONSTRAINT "lineage_seals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "optimization_luck" ADD CONSTRAINT "optimization_luck_optimization_id_optimizations_id_fk" FOREIGN KEY ("optimization_id") REFERENCES "public"."optimizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "optimization_studies" ADD CONSTRAINT "optimization_studies_optimization_id_optimizations_id_fk" FOREIGN KEY ("optimization_id") REFERENCES "public"."optimizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trial_ledger" ADD CONSTRAINT "trial_ledger_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "walk_forward_windows" ADD CONSTRAINT "walk_forward_windows_optimization_id_optimizations_id_fk" FOREIGN KEY ("optimization_id") REFERENCES "public"."optimizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "walk_forward_windows" ADD CONSTRAINT "walk_forward_windows_child_id_optimizations_id_fk" FOREIGN KEY ("child_id") REFERENCES "public"."optimizations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "algorithm_lineages_lineage" ON "algorithm_lineages" USING btree ("lineage_id");--> statement-breakpoint
CREATE INDEX "lineage_seals_user" ON "lineage_seals" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "trial_ledger_user" ON "trial_ledger" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "algorithm_versions_script" ON "algorithm_versions" USING btree ("script_hash");--> statement-breakpoint
WITH RECURSIVE "chain" AS (
	SELECT "id", "id" AS "lineage_id", ARRAY["user_id"] AS "users" FROM "algorithms" WHERE "cloned_from_algorithm" IS NULL
	UNION ALL
	SELECT clone."id", chain."lineage_id",
		CASE WHEN clone."user_id" = ANY(chain."users") THEN chain."users" ELSE chain."users" || clone."user_id" END
	FROM "algorithms" clone JOIN "chain" chain ON clone."cloned_from_algorithm" = chain."id"
)
INSERT INTO "algorithm_lineages" SELECT "id", "lineage_id", "users" FROM "chain";--> statement-breakpoint
CREATE FUNCTION "note_lineage"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	origin "algorithm_lineages";
BEGIN
	SELECT * INTO origin FROM "algorithm_lineages" WHERE "algorithm_id" = new."cloned_from_algorithm";
	INSERT INTO "algorithm_lineages" VALUES (
		new."id",
		coalesce(origin."lineage_id", new."id"),
		CASE WHEN new."user_id" = ANY(origin."users") THEN origin."users"
			ELSE coalesce(origin."users", '{}') || new."user_id" END
	);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "note_lineage" AFTER INSERT ON "algorithms" FOR EACH ROW EXECUTE FUNCTION "note_lineage"();--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'Rows of % are never changed', TG_TABLE_NAME;
END $$;--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "seal_openings" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
