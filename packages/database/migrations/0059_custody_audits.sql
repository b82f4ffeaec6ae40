CREATE TABLE "custody_audits" (
	"position_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	"state" text NOT NULL,
	"is_protected" boolean NOT NULL,
	"cause" text NOT NULL,
	CONSTRAINT "custody_audits_position_id_at_pk" PRIMARY KEY("position_id","at")
);
--> statement-breakpoint
ALTER TABLE "custody_audits" ADD CONSTRAINT "custody_audits_position_id_positions_id_fk" FOREIGN KEY ("position_id") REFERENCES "public"."positions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custody_audits" ADD CONSTRAINT "custody_audits_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "custody_audits_current" ON "custody_audits" USING btree ("position_id") WHERE "custody_audits"."until" is null;--> statement-breakpoint
CREATE INDEX "custody_audits_account" ON "custody_audits" USING btree ("account_id","until");