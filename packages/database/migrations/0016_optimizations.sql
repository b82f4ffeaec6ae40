CREATE TYPE "public"."optimization_status" AS ENUM('Queued', 'In Progress', 'Completed', 'Failed', 'Errored', 'Stopped');--> statement-breakpoint
CREATE TABLE "optimization_log" (
	"optimization_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"time" bigint NOT NULL,
	"level" text NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "optimization_log_optimization_id_number_pk" PRIMARY KEY("optimization_id","number")
);
--> statement-breakpoint
CREATE TABLE "optimization_returns" (
	"optimization_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"values" "bytea" NOT NULL,
	CONSTRAINT "optimization_returns_optimization_id_index_pk" PRIMARY KEY("optimization_id","index")
);
--> statement-breakpoint
CREATE TABLE "optimization_rounds" (
	"optimization_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"first" integer NOT NULL,
	"count" integer NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "optimization_rounds_optimization_id_number_pk" PRIMARY KEY("optimization_id","number")
);
--> statement-breakpoint
CREATE TABLE "optimization_rows" (
	"optimization_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"revision" integer NOT NULL,
	"point" integer[] NOT NULL,
	"status" smallint NOT NULL,
	"duplicate_of" integer,
	"position_count" integer,
	"profit" double precision,
	"profit_percentage" double precision,
	"max_drawdown" double precision,
	"max_drawdown_percentage" double precision,
	"objectives" double precision[] NOT NULL,
	"violation" double precision NOT NULL,
	"sharpe" double precision,
	"skewness" double precision,
	"kurtosis" double precision,
	"days" integer NOT NULL,
	"ledger_hash" text,
	"sparkline" "bytea",
	"error" text,
	CONSTRAINT "optimization_rows_optimization_id_index_pk" PRIMARY KEY("optimization_id","index")
);
--> statement-breakpoint
CREATE TABLE "optimizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"algorithm_id" uuid NOT NULL,
	"algorithm_version_id" uuid NOT NULL,
	"parent_id" uuid,
	"window_number" integer,
	"instrument_id" text NOT NULL,
	"markets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"simulated" boolean NOT NULL,
	"initial_balance" double precision NOT NULL,
	"start" timestamp with time zone NOT NULL,
	"end" timestamp with time zone NOT NULL,
	"interval" text NOT NULL,
	"resolution" smallint NOT NULL,
	"bar_interval" text,
	"externals_settings" jsonb NOT NULL,
	"externals" jsonb NOT NULL,
	"models" jsonb NOT NULL,
	"tables" jsonb,
	"full_tables" jsonb,
	"account_currency" text NOT NULL,
	"lambda" boolean DEFAULT false NOT NULL,
	"strategy" text NOT NULL,
	"genetic" jsonb,
	"budget" integer,
	"objectives" jsonb NOT NULL,
	"constraints" jsonb NOT NULL,
	"seed" bigint NOT NULL,
	"walk_forward" jsonb,
	"permutation_count" double precision NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"status" "optimization_status" DEFAULT 'Queued' NOT NULL,
	"status_detail" text DEFAULT '' NOT NULL,
	"cpu_ms" double precision DEFAULT 0 NOT NULL,
	"best_index" integer,
	"best_profit" double precision,
	"best_score" double precision,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"engine_version" text,
	"units" integer DEFAULT 0 NOT NULL,
	"units_returned" integer DEFAULT 0 NOT NULL,
	"units_month" date,
	CONSTRAINT "optimizations_units" CHECK ("optimizations"."units" >= "optimizations"."units_returned")
);
--> statement-breakpoint
DROP INDEX "backtests_version";--> statement-breakpoint
ALTER TABLE "backtests" ADD COLUMN "optimization_index" integer;--> statement-breakpoint
ALTER TABLE "optimization_log" ADD CONSTRAINT "optimization_log_optimization_id_optimizations_id_fk" FOREIGN KEY ("optimization_id") REFERENCES "public"."optimizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "optimization_returns" ADD CONSTRAINT "optimization_returns_optimization_id_optimizations_id_fk" FOREIGN KEY ("optimization_id") REFERENCES "public"."optimizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "optimization_rounds" ADD CONSTRAINT "optimization_rounds_optimization_id_optimizations_id_fk" FOREIGN KEY ("optimization_id") REFERENCES "public"."optimizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "optimization_rows" ADD CONSTRAINT "optimization_rows_optimization_id_optimizations_id_fk" FOREIGN KEY ("optimization_id") REFERENCES "public"."optimizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "optimizations" ADD CONSTRAINT "optimizations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "optimizations" ADD CONSTRAINT "optimizations_algorithm_id_algorithms_id_fk" FOREIGN KEY ("algorithm_id") REFERENCES "public"."algorithms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "optimizations" ADD CONSTRAINT "optimizations_algorithm_version_id_algorithm_versions_id_fk" FOREIGN KEY ("algorithm_version_id") REFERENCES "public"."algorithm_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "optimizations" ADD CONSTRAINT "optimizations_parent_id_optimizations_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."optimizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "optimizations_user" ON "optimizations" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "optimizations_algorithm" ON "optimizations" USING btree ("algorithm_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "optimizations_version" ON "optimizations" USING btree ("algorithm_version_id");--> statement-breakpoint
CREATE INDEX "optimizations_parent" ON "optimizations" USING btree ("parent_id","window_number");--> statement-breakpoint
CREATE INDEX "optimizations_unfinished" ON "optimizations" USING btree ("status") WHERE "optimizations"."status" in ('Queued', 'In Progress');--> statement-breakpoint
ALTER TABLE "backtests" ADD CONSTRAINT "backtests_optimisation_id_optimizations_id_fk" FOREIGN KEY ("optimisation_id") REFERENCES "public"."optimizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "backtests_optimization" ON "backtests" USING btree ("optimisation_id","optimization_index") WHERE "backtests"."optimisation_id" is not null;--> statement-breakpoint
CREATE INDEX "backtests_version" ON "backtests" USING btree ("algorithm_version_id","user_id","optimisation_id");