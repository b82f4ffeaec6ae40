CREATE TABLE "source_budgets" (
	"provider" text NOT NULL,
	"key_hash" text NOT NULL,
	"sent" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"running" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"day" date DEFAULT 'epoch' NOT NULL,
	"sent_today" integer DEFAULT 0 NOT NULL,
	"silent_until" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "source_budgets_provider_key_hash_pk" PRIMARY KEY("provider","key_hash")
);
--> statement-breakpoint
CREATE TABLE "source_databases" (
	"provider" text NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"premium" boolean NOT NULL,
	"datasets_count" integer,
	"position" integer NOT NULL,
	CONSTRAINT "source_databases_provider_code_pk" PRIMARY KEY("provider","code")
);
--> statement-breakpoint
CREATE TABLE "source_datasets" (
	"provider" text NOT NULL,
	"code" text NOT NULL,
	"database_code" text NOT NULL,
	"name" text NOT NULL,
	"position" integer,
	"words" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', regexp_replace(code || ' ' || name, '[^[:alnum:]]+', ' ', 'g'))) STORED NOT NULL,
	CONSTRAINT "source_datasets_provider_code_pk" PRIMARY KEY("provider","code")
);
--> statement-breakpoint
CREATE TABLE "source_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"api_key" "bytea" NOT NULL,
	"masked_key" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "source_keys_user" UNIQUE("user_id","provider")
);
--> statement-breakpoint
CREATE TABLE "source_lookups" (
	"provider" text NOT NULL,
	"what" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "source_lookups_provider_what_pk" PRIMARY KEY("provider","what")
);
--> statement-breakpoint
CREATE TABLE "source_settings" (
	"provider" text PRIMARY KEY NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" uuid,
	"api_key" "bytea",
	"masked_key" text,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"listed_at" timestamp with time zone,
	"problem" text
);
--> statement-breakpoint
ALTER TABLE "source_keys" ADD CONSTRAINT "source_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_settings" ADD CONSTRAINT "source_settings_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_datasets_place" ON "source_datasets" USING btree ("provider","database_code","position");--> statement-breakpoint
CREATE INDEX "source_datasets_words" ON "source_datasets" USING gin ("words");