ALTER TABLE "spot_candles" ADD COLUMN "turnover" numeric(38, 0);--> statement-breakpoint
-- Candles that are there already get what their deals add up to; one without its deals the mean of its prices.
WITH "dealt" AS (
	SELECT k."market_id", k."period", k."time_ms", sum(d."price_ticks"::numeric * d."quantity_lots") AS "turnover"
	FROM (
		SELECT s."id", s."market_id", s."price_ticks", s."quantity_lots", p."period",
			s."at_ms" - s."at_ms" % p."length_ms" AS "time_ms"
		FROM "spot_deals" AS s
		CROSS JOIN (VALUES ('1min', 60000::bigint), ('60min', 3600000::bigint)) AS p("period", "length_ms")
	) AS d
	JOIN "spot_candles" AS k
		ON k."market_id" = d."market_id" AND k."period" = d."period" AND k."time_ms" = d."time_ms"
		AND d."id" <= k."last_deal_id"
	GROUP BY 1, 2, 3
)
UPDATE "spot_candles" AS c
SET "turnover" = coalesce("dealt"."turnover", div(k."volume" * (k."open" + k."high" + k."low" + k."close"), 4))
FROM "spot_candles" AS k
LEFT JOIN "dealt" ON "dealt"."market_id" = k."market_id" AND "dealt"."period" = k."period" AND "dealt"."time_ms" = k."time_ms"
WHERE c."market_id" = k."market_id" AND c."period" = k."period" AND c."time_ms" = k."time_ms";--> statement-breakpoint
ALTER TABLE "spot_candles" ALTER COLUMN "turnover" SET NOT NULL;
