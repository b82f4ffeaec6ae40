ALTER TABLE "exchange_keys" ADD COLUMN "credentials" "bytea";--> statement-breakpoint
ALTER TABLE "venue_settings" ADD COLUMN "addresses" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "venue_settings" SET "addresses" = jsonb_strip_nulls(jsonb_build_object('rest', "rest_url", 'streams', "stream_url", 'wsApi', "ws_api_url"));--> statement-breakpoint
ALTER TABLE "venue_settings" DROP COLUMN "rest_url";--> statement-breakpoint
ALTER TABLE "venue_settings" DROP COLUMN "stream_url";--> statement-breakpoint
ALTER TABLE "venue_settings" DROP COLUMN "ws_api_url";