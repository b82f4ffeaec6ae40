CREATE TABLE "api_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"label" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp with time zone,
	"addresses" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "api_leases" (
	"user_id" uuid NOT NULL,
	"owner" uuid NOT NULL,
	"credits" integer NOT NULL,
	CONSTRAINT "api_leases_user_id_owner_pk" PRIMARY KEY("user_id","owner")
);
--> statement-breakpoint
CREATE TABLE "api_sockets" (
	"user_id" uuid NOT NULL,
	"owner" uuid NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "api_sockets_user_id_owner_pk" PRIMARY KEY("user_id","owner")
);
--> statement-breakpoint
CREATE TABLE "api_usage" (
	"user_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "api_usage_user_id_hour_pk" PRIMARY KEY("user_id","hour")
);
--> statement-breakpoint
CREATE TABLE "api_window" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"used_30d" bigint DEFAULT 0 NOT NULL,
	"as_of" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_leases" ADD CONSTRAINT "api_leases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_leases" ADD CONSTRAINT "api_leases_owner_lease_owners_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."lease_owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_sockets" ADD CONSTRAINT "api_sockets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_sockets" ADD CONSTRAINT "api_sockets_owner_lease_owners_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."lease_owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_usage" ADD CONSTRAINT "api_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_window" ADD CONSTRAINT "api_window_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "api_leases_owner" ON "api_leases" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "api_sockets_owner" ON "api_sockets" USING btree ("owner");