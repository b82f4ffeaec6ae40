ALTER TABLE "sessions" DROP CONSTRAINT "sessions_counts";--> statement-breakpoint
DROP INDEX "positions_broker_id";--> statement-breakpoint
ALTER TABLE "fills" ADD COLUMN "decision_mid" double precision;--> statement-breakpoint
ALTER TABLE "fills" ADD COLUMN "bid" double precision;--> statement-breakpoint
ALTER TABLE "fills" ADD COLUMN "ask" double precision;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "part" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "part_of" uuid;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "open_half_spread" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "open_slippage" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "spread_cost" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "slippage_cost" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "positions" ADD COLUMN "funding_cost" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_part_of_positions_id_fk" FOREIGN KEY ("part_of") REFERENCES "public"."positions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "positions_unsplit" ON "positions" USING btree ("id") WHERE "positions"."part" = 0;--> statement-breakpoint
CREATE UNIQUE INDEX "positions_broker_id" ON "positions" USING btree ("account_id","broker_id","part");--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "open_position_count";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "closed_position_count";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "total_profit";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "unrealised_profit";--> statement-breakpoint
-- Closed in parts before these had rows: their fills tell the parts, see `splitPositions`.
UPDATE "positions" SET "part" = 0 WHERE (
	SELECT count(*) FROM "fills" WHERE "position_id" = "positions"."id" AND ("side" = 'BUY') <> ("direction" = 'LONG')
) > CASE WHEN "status" = 'OPEN' THEN 0 ELSE 1 END;
