CREATE TABLE "configurations" (
	"user_id" uuid NOT NULL,
	"path" text NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "configurations_user_id_path_pk" PRIMARY KEY("user_id","path")
);
--> statement-breakpoint
CREATE TABLE "indicators" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"script" text NOT NULL,
	"script_hash" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"cloned_from_indicator" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "packages" (
	"id" smallint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"price" integer NOT NULL,
	"backtest_units" integer NOT NULL,
	"backtest_tick" boolean NOT NULL,
	"live_sessions" integer NOT NULL,
	"http_credits" integer NOT NULL,
	"sockets" integer NOT NULL,
	"multi_user_exchanges" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "unit_usage" (
	"user_id" uuid NOT NULL,
	"month" date NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"credited" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "unit_usage_user_id_month_pk" PRIMARY KEY("user_id","month")
);
--> statement-breakpoint
CREATE TABLE "version_indicators" (
	"version_id" uuid NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"script" text NOT NULL,
	"script_hash" text NOT NULL,
	"indicator_id" uuid,
	CONSTRAINT "version_indicators_version_id_key_pk" PRIMARY KEY("version_id","key")
);
--> statement-breakpoint
-- Prices in US dollars a month; limits for each month.
INSERT INTO "packages" ("id", "name", "price", "backtest_units", "backtest_tick", "live_sessions", "http_credits", "sockets", "multi_user_exchanges") VALUES
	(0, 'Free Demo', 0, 500, false, 0, 1000, 0, false),
	(1, 'Basic Premium Plan', 10, 4000, true, 0, 50000, 1, false),
	(2, 'Standard Premium Plan', 35, 10000, true, 1, 500000, 5, false),
	(3, 'Professional Premium Plan', 75, 20000, true, 10, 2000000, 50, true);
--> statement-breakpoint
ALTER TABLE "algorithms" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "backtests" ADD COLUMN "sparkline" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "package_id" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_login_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "configurations" ADD CONSTRAINT "configurations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "indicators" ADD CONSTRAINT "indicators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "indicators" ADD CONSTRAINT "indicators_cloned_from_indicator_indicators_id_fk" FOREIGN KEY ("cloned_from_indicator") REFERENCES "public"."indicators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unit_usage" ADD CONSTRAINT "unit_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version_indicators" ADD CONSTRAINT "version_indicators_version_id_algorithm_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."algorithm_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "indicators_key" ON "indicators" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "indicators_shared" ON "indicators" USING btree ("shared","updated_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mail_outbox_created" ON "mail_outbox" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Lists of algorithms show the latest result of each shared one, so they change when a run ends, too.
CREATE OR REPLACE FUNCTION "stamp_backtest"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	backtest "backtests" := coalesce(new, old);
	is_counted boolean := TG_OP <> 'UPDATE';
	is_public boolean;
BEGIN
	IF TG_OP = 'UPDATE' THEN is_counted := new."status" <> old."status"; END IF;
	PERFORM "stamp_lists"(backtest."user_id", is_counted, true);
	IF NOT is_counted THEN RETURN NULL; END IF;
	SELECT a."shared" AND v."shared" OR a."user_id" <> backtest."user_id" INTO is_public
	FROM "algorithm_versions" v JOIN "algorithms" a ON a."id" = v."algorithm_id" WHERE v."id" = backtest."algorithm_version_id";
	IF is_public THEN PERFORM "stamp_everybody"(); END IF;
	RETURN NULL;
END $$;
