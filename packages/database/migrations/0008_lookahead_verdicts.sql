UPDATE "version_checks" SET "verdict" = CASE "verdict" WHEN 'clean' THEN 'unbiased' WHEN 'not-run' THEN 'not-verified' ELSE "verdict" END;--> statement-breakpoint
UPDATE "version_checks" SET "findings" = (
	SELECT jsonb_agg((finding - 'proof') || jsonb_build_object('detector', finding->'proof') ORDER BY position)
	FROM jsonb_array_elements("findings") WITH ORDINALITY AS list(finding, position)
) WHERE jsonb_array_length("findings") > 0;
