CREATE TABLE "model_usage" (
	"scope" text NOT NULL,
	"day" date NOT NULL,
	"tokens" bigint NOT NULL,
	"cost_usd" double precision NOT NULL,
	CONSTRAINT "model_usage_scope_day_pk" PRIMARY KEY("scope","day")
);
