CREATE TABLE "package_grants" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"package_id" smallint NOT NULL,
	"until" timestamp with time zone,
	"by" uuid,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"customer_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"subscription_id" text,
	"status" text,
	"price_id" text,
	"package_id" smallint,
	"period_end" timestamp with time zone,
	"past_due_since" timestamp with time zone,
	"next_package_id" smallint,
	"changes_at" timestamp with time zone,
	"is_changing" boolean DEFAULT false NOT NULL,
	"others" integer DEFAULT 0 NOT NULL,
	"synced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscriptions_customer_id_unique" UNIQUE("customer_id")
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_package_id_packages_id_fk";
--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "exchange_connections" integer;--> statement-breakpoint
UPDATE "packages" SET "exchange_connections" = CASE "id" WHEN 0 THEN 0 WHEN 1 THEN 1 WHEN 2 THEN 3 ELSE 20 END;--> statement-breakpoint
ALTER TABLE "packages" ALTER COLUMN "exchange_connections" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "stripe_price_id" text;--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "package_grants" ADD CONSTRAINT "package_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_grants" ADD CONSTRAINT "package_grants_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_grants" ADD CONSTRAINT "package_grants_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_package_id_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_next_package_id_packages_id_fk" FOREIGN KEY ("next_package_id") REFERENCES "public"."packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stripe_events_customer" ON "stripe_events" USING btree ("customer_id","created_at");--> statement-breakpoint
-- What was assigned before is a grant without an end.
INSERT INTO "package_grants" ("user_id", "package_id") SELECT "id", "package_id" FROM "users" WHERE "package_id" > 0;--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "package_id";