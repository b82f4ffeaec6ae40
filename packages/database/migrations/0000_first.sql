CREATE TYPE "public"."backtest_status" AS ENUM('Queued', 'In Progress', 'Completed', 'Errored', 'Failed', 'Stopped');--> statement-breakpoint
CREATE TYPE "public"."market_import_status" AS ENUM('Queued', 'In Progress', 'Completed', 'Failed');--> statement-breakpoint
CREATE TABLE "algorithm_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"algorithm_id" uuid NOT NULL,
	"version_no" integer NOT NULL,
	"shared_version_no" integer,
	"shared" boolean DEFAULT false NOT NULL,
	"message" text NOT NULL,
	"script" text NOT NULL,
	"script_hash" text NOT NULL,
	"externals" jsonb NOT NULL,
	"previous_version_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "algorithms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"share_new" boolean DEFAULT false NOT NULL,
	"cloned_from_algorithm" uuid,
	"cloned_from_version" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backtest_results" (
	"backtest_id" uuid PRIMARY KEY NOT NULL,
	"statistics" jsonb,
	"metrics" jsonb NOT NULL,
	"warnings" jsonb NOT NULL,
	"end_prices" jsonb,
	"passport" jsonb NOT NULL,
	"positions" "bytea" NOT NULL,
	"orders" "bytea" NOT NULL,
	"charts" "bytea" NOT NULL,
	"log" "bytea" NOT NULL,
	"log_dropped" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backtests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"algorithm_id" uuid NOT NULL,
	"algorithm_version_id" uuid NOT NULL,
	"instrument_id" text NOT NULL,
	"simulated" boolean NOT NULL,
	"initial_balance" double precision NOT NULL,
	"start" timestamp with time zone NOT NULL,
	"end" timestamp with time zone NOT NULL,
	"interval" text NOT NULL,
	"resolution" smallint NOT NULL,
	"externals" jsonb NOT NULL,
	"models" jsonb NOT NULL,
	"account_currency" text NOT NULL,
	"lambda" boolean DEFAULT false NOT NULL,
	"optimisation_id" uuid,
	"seed" integer NOT NULL,
	"status" "backtest_status" DEFAULT 'Queued' NOT NULL,
	"progress" double precision DEFAULT -1 NOT NULL,
	"detail" text,
	"error_line" integer,
	"error_column" integer,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"equity" double precision,
	"profit" double precision,
	"profit_percentage" double precision,
	"max_drawdown" double precision,
	"max_drawdown_percentage" double precision,
	"position_count" integer,
	"profit_factor" double precision,
	"result_hash" text,
	"engine_version" text,
	"cpu_ms" double precision,
	"ticks" bigint
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "logins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "market_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"instrument_id" text NOT NULL,
	"format" text NOT NULL,
	"timezone" text,
	"mapping" jsonb,
	"files" jsonb NOT NULL,
	"status" "market_import_status" DEFAULT 'Queued' NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"rows" bigint DEFAULT 0 NOT NULL,
	"detail" text,
	"report" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"username" text NOT NULL,
	"display_username" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "algorithm_versions" ADD CONSTRAINT "algorithm_versions_algorithm_id_algorithms_id_fk" FOREIGN KEY ("algorithm_id") REFERENCES "public"."algorithms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "algorithms" ADD CONSTRAINT "algorithms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "algorithms" ADD CONSTRAINT "algorithms_cloned_from_algorithm_algorithms_id_fk" FOREIGN KEY ("cloned_from_algorithm") REFERENCES "public"."algorithms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backtest_results" ADD CONSTRAINT "backtest_results_backtest_id_backtests_id_fk" FOREIGN KEY ("backtest_id") REFERENCES "public"."backtests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backtests" ADD CONSTRAINT "backtests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backtests" ADD CONSTRAINT "backtests_algorithm_id_algorithms_id_fk" FOREIGN KEY ("algorithm_id") REFERENCES "public"."algorithms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backtests" ADD CONSTRAINT "backtests_algorithm_version_id_algorithm_versions_id_fk" FOREIGN KEY ("algorithm_version_id") REFERENCES "public"."algorithm_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logins" ADD CONSTRAINT "logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_imports" ADD CONSTRAINT "market_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "algorithm_versions_number" ON "algorithm_versions" USING btree ("algorithm_id","version_no");--> statement-breakpoint
CREATE INDEX "algorithms_user" ON "algorithms" USING btree ("user_id","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "algorithms_shared" ON "algorithms" USING btree ("shared","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "algorithms_cloned_from" ON "algorithms" USING btree ("cloned_from_algorithm");--> statement-breakpoint
CREATE INDEX "backtests_user" ON "backtests" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "backtests_algorithm" ON "backtests" USING btree ("algorithm_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "backtests_status" ON "backtests" USING btree ("status");--> statement-breakpoint
CREATE INDEX "credentials_user" ON "credentials" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "logins_token_unique" ON "logins" USING btree ("token");--> statement-breakpoint
CREATE INDEX "logins_user" ON "logins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "market_imports_user" ON "market_imports" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree ("username");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");