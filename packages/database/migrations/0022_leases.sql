ALTER TABLE "job_owners" RENAME TO "lease_owners";--> statement-breakpoint
CREATE SEQUENCE "lease_epochs" AS bigint;--> statement-breakpoint
CREATE TABLE "leases" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"owner" uuid NOT NULL,
	"epoch" bigint DEFAULT nextval('lease_epochs') NOT NULL,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "leases_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
INSERT INTO "leases" ("kind", "key", "owner", "taken_at") SELECT 'job', "job_id"::text, "owner", "taken_at" FROM "job_leases";--> statement-breakpoint
DROP TABLE "job_leases";--> statement-breakpoint
ALTER TABLE "leases" ADD CONSTRAINT "leases_owner_lease_owners_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."lease_owners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leases_owner" ON "leases" USING btree ("owner");
