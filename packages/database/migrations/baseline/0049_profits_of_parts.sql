-- What the migrations up to the one of this name make, in one step, for new installations.

CREATE TYPE backtest_status AS ENUM ('Queued', 'In Progress', 'Completed', 'Errored', 'Failed', 'Stopped');
CREATE TYPE market_import_status AS ENUM ('Queued', 'In Progress', 'Completed', 'Failed');
CREATE TYPE optimization_status AS ENUM ('Queued', 'In Progress', 'Completed', 'Failed', 'Errored', 'Stopped');
CREATE TYPE verification_status AS ENUM ('Queued', 'In Progress', 'Verified', 'Differs', 'Failed');

CREATE SEQUENCE lease_epochs START WITH 1 INCREMENT BY 1 NO MINVALUE NO MAXVALUE CACHE 1;

CREATE TABLE account_control (
	account_id uuid NOT NULL,
	level text DEFAULT 'ACTIVE'::text NOT NULL,
	epoch bigint DEFAULT 0 NOT NULL,
	reason text,
	by text,
	since timestamptz DEFAULT now() NOT NULL,
	journal_n bigint DEFAULT 0 NOT NULL,
	journal_hash text,
	holder text,
	daily_loss double precision,
	reference_at timestamptz,
	reference_result double precision,
	CONSTRAINT account_control_daily_loss CHECK ((daily_loss > (0)::double precision)),
	CONSTRAINT account_control_level CHECK ((level = ANY (ARRAY['ACTIVE'::text, 'NO_NEW'::text, 'REDUCE'::text, 'FLATTEN'::text]))),
	CONSTRAINT account_control_pkey PRIMARY KEY (account_id)
);
CREATE TABLE account_deletions (
	user_id uuid NOT NULL,
	requested_at timestamptz DEFAULT now() NOT NULL,
	due_at timestamptz NOT NULL,
	CONSTRAINT account_deletions_pkey PRIMARY KEY (user_id)
);
CREATE TABLE account_exports (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	status text DEFAULT 'Queued'::text NOT NULL,
	detail text,
	bytes bigint,
	created_at timestamptz DEFAULT now() NOT NULL,
	expires_at timestamptz,
	CONSTRAINT account_exports_pkey PRIMARY KEY (id)
);
CREATE TABLE account_links (
	key_hash text NOT NULL,
	user_id uuid NOT NULL,
	purpose text NOT NULL,
	email text,
	created_at timestamptz DEFAULT now() NOT NULL,
	usable_at timestamptz DEFAULT now() NOT NULL,
	expires_at timestamptz NOT NULL,
	used_at timestamptz,
	CONSTRAINT account_links_pkey PRIMARY KEY (key_hash)
);
CREATE TABLE algorithm_lineages (
	algorithm_id uuid NOT NULL,
	lineage_id uuid NOT NULL,
	users uuid[] NOT NULL,
	CONSTRAINT algorithm_lineages_pkey PRIMARY KEY (algorithm_id)
);
CREATE TABLE algorithm_versions (
	id uuid NOT NULL,
	algorithm_id uuid NOT NULL,
	version_no integer NOT NULL,
	shared_version_no integer,
	shared boolean DEFAULT false NOT NULL,
	message text NOT NULL,
	script text NOT NULL,
	script_hash text NOT NULL,
	externals jsonb NOT NULL,
	previous_version_id uuid,
	created_at timestamptz DEFAULT now() NOT NULL,
	markets jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT algorithm_versions_pkey PRIMARY KEY (id)
);
CREATE TABLE algorithms (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	name text NOT NULL,
	description text DEFAULT ''::text NOT NULL,
	shared boolean DEFAULT false NOT NULL,
	share_new boolean DEFAULT false NOT NULL,
	cloned_from_algorithm uuid,
	cloned_from_version uuid,
	created_at timestamptz DEFAULT now() NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	tags text[] DEFAULT '{}'::text[] NOT NULL,
	CONSTRAINT algorithms_pkey PRIMARY KEY (id)
);
CREATE TABLE api_keys (
	key text NOT NULL,
	user_id uuid NOT NULL,
	label text NOT NULL,
	secret_hash bytea NOT NULL,
	scopes text[] NOT NULL,
	expires_at timestamptz,
	addresses text[] DEFAULT '{}'::text[] NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	last_used_at timestamptz,
	CONSTRAINT api_keys_pkey PRIMARY KEY (key)
);
CREATE TABLE api_leases (
	user_id uuid NOT NULL,
	owner uuid NOT NULL,
	credits integer NOT NULL,
	CONSTRAINT api_leases_user_id_owner_pk PRIMARY KEY (user_id, owner)
);
CREATE TABLE api_sockets (
	user_id uuid NOT NULL,
	owner uuid NOT NULL,
	n integer NOT NULL,
	CONSTRAINT api_sockets_user_id_owner_pk PRIMARY KEY (user_id, owner)
);
CREATE TABLE api_usage (
	user_id uuid NOT NULL,
	hour timestamptz NOT NULL,
	used integer NOT NULL,
	CONSTRAINT api_usage_user_id_hour_pk PRIMARY KEY (user_id, hour)
);
CREATE TABLE api_window (
	user_id uuid NOT NULL,
	used_30d bigint DEFAULT 0 NOT NULL,
	as_of timestamptz NOT NULL,
	CONSTRAINT api_window_pkey PRIMARY KEY (user_id)
);
CREATE TABLE audit_log (
	n bigint NOT NULL,
	at timestamptz NOT NULL,
	action text NOT NULL,
	body text NOT NULL,
	prev text NOT NULL,
	hash text NOT NULL,
	actor text GENERATED ALWAYS AS (((body)::jsonb ->> 'actor'::text)) STORED,
	object text GENERATED ALWAYS AS (((body)::jsonb ->> 'object'::text)) STORED,
	CONSTRAINT audit_log_pkey PRIMARY KEY (n)
);
CREATE TABLE backtest_results (
	backtest_id uuid NOT NULL,
	statistics jsonb,
	metrics jsonb,
	warnings jsonb NOT NULL,
	end_prices jsonb,
	passport jsonb NOT NULL,
	positions bytea,
	orders bytea,
	charts bytea,
	log bytea,
	log_dropped integer DEFAULT 0 NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	data_quality jsonb,
	plots bytea,
	packed bytea,
	analysis bytea,
	CONSTRAINT backtest_results_pkey PRIMARY KEY (backtest_id)
);
CREATE TABLE backtest_tables (
	backtest_id uuid NOT NULL,
	spread_by_hour jsonb,
	funding_rates jsonb,
	swap_rates jsonb,
	CONSTRAINT backtest_tables_pkey PRIMARY KEY (backtest_id)
);
CREATE TABLE backtest_verifications (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	backtest_id uuid,
	bundle bytea,
	name text DEFAULT ''::text NOT NULL,
	status verification_status DEFAULT 'Queued'::verification_status NOT NULL,
	differences jsonb DEFAULT '[]'::jsonb NOT NULL,
	engine_version text,
	result_hash text,
	ledger_hash text,
	detail text,
	created_at timestamptz DEFAULT now() NOT NULL,
	started_at timestamptz,
	ended_at timestamptz,
	CONSTRAINT backtest_verifications_pkey PRIMARY KEY (id)
);
CREATE TABLE backtests (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	algorithm_id uuid NOT NULL,
	algorithm_version_id uuid NOT NULL,
	instrument_id text NOT NULL,
	simulated boolean NOT NULL,
	initial_balance double precision NOT NULL,
	start timestamptz NOT NULL,
	"end" timestamptz NOT NULL,
	"interval" text NOT NULL,
	resolution smallint NOT NULL,
	externals jsonb NOT NULL,
	models jsonb NOT NULL,
	account_currency text NOT NULL,
	lambda boolean DEFAULT false NOT NULL,
	optimisation_id uuid,
	seed integer NOT NULL,
	status backtest_status DEFAULT 'Queued'::backtest_status NOT NULL,
	progress double precision DEFAULT '-1'::integer NOT NULL,
	detail text,
	error_line integer,
	error_column integer,
	attempts integer DEFAULT 0 NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	started_at timestamptz,
	ended_at timestamptz,
	equity double precision,
	profit double precision,
	profit_percentage double precision,
	max_drawdown double precision,
	max_drawdown_percentage double precision,
	position_count integer,
	profit_factor double precision,
	result_hash text,
	engine_version text,
	cpu_ms double precision,
	ticks bigint,
	tables jsonb,
	bar_interval text,
	markets jsonb DEFAULT '[]'::jsonb NOT NULL,
	sparkline jsonb,
	ledger_hash text,
	units integer DEFAULT 0 NOT NULL,
	units_month date,
	units_refunded_at timestamptz,
	note text DEFAULT ''::text NOT NULL,
	is_starred boolean DEFAULT false NOT NULL,
	rerun_of uuid,
	optimization_index integer,
	data_ms double precision,
	sources jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT backtests_note CHECK ((length(note) <= 2000)),
	CONSTRAINT backtests_units CHECK ((units >= 0)),
	CONSTRAINT backtests_pkey PRIMARY KEY (id)
);
CREATE TABLE backup_codes (
	user_id uuid NOT NULL,
	code_hash text NOT NULL,
	used_at timestamptz,
	CONSTRAINT backup_codes_user_id_code_hash_pk PRIMARY KEY (user_id, code_hash)
);
CREATE TABLE broker_connections (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	type text NOT NULL,
	broker text NOT NULL,
	connection_error text,
	created_at timestamptz DEFAULT now() NOT NULL,
	deleted_at timestamptz,
	CONSTRAINT broker_connections_type CHECK ((type = ANY (ARRAY['paper'::text, 'live'::text, 'practice'::text]))),
	CONSTRAINT broker_connections_pkey PRIMARY KEY (id)
);
CREATE TABLE chart_snapshots (
	filename text NOT NULL,
	user_id uuid,
	image bytea NOT NULL,
	width integer NOT NULL,
	height integer NOT NULL,
	title text DEFAULT ''::text NOT NULL,
	is_kept boolean DEFAULT false NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT chart_snapshots_filename CHECK ((filename ~ '^[A-Za-z0-9_-]{22}\.png$'::text)),
	CONSTRAINT chart_snapshots_pkey PRIMARY KEY (filename)
);
CREATE TABLE configurations (
	user_id uuid NOT NULL,
	path text NOT NULL,
	value jsonb NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT configurations_user_id_path_pk PRIMARY KEY (user_id, path)
);
CREATE TABLE credentials (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	account_id text NOT NULL,
	provider_id text NOT NULL,
	password text,
	access_token text,
	refresh_token text,
	id_token text,
	access_token_expires_at timestamptz,
	refresh_token_expires_at timestamptz,
	scope text,
	created_at timestamptz DEFAULT now() NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT credentials_pkey PRIMARY KEY (id)
);
CREATE TABLE deliveries (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	notification_id uuid NOT NULL,
	channel_id uuid,
	state text DEFAULT 'waiting'::text NOT NULL,
	tries integer DEFAULT 0 NOT NULL,
	next_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT deliveries_pkey PRIMARY KEY (id)
);
CREATE TABLE drawings (
	user_id uuid NOT NULL,
	instrument_id text NOT NULL,
	items jsonb NOT NULL,
	revision integer DEFAULT 1 NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT drawings_user_id_instrument_id_pk PRIMARY KEY (user_id, instrument_id)
);
CREATE TABLE exchange_keys (
	connection_id uuid NOT NULL,
	api_key bytea,
	api_secret bytea,
	masked_key text NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	last_used_at timestamptz,
	refused_at timestamptz,
	warning text,
	CONSTRAINT exchange_keys_pkey PRIMARY KEY (connection_id)
);
CREATE TABLE fills (
	account_id uuid NOT NULL,
	trade_id text NOT NULL,
	intent_id uuid,
	position_id uuid,
	owner text NOT NULL,
	instrument_id text NOT NULL,
	side text NOT NULL,
	order_type text NOT NULL,
	order_price double precision,
	order_status text NOT NULL,
	"time" timestamptz NOT NULL,
	quantity double precision NOT NULL,
	price double precision NOT NULL,
	fee double precision NOT NULL,
	liquidity text NOT NULL,
	profit double precision DEFAULT 0 NOT NULL,
	reason text,
	received double precision,
	decision_mid double precision,
	bid double precision,
	ask double precision,
	CONSTRAINT fills_account_id_trade_id_pk PRIMARY KEY (account_id, trade_id)
);
CREATE TABLE identities (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	issuer text NOT NULL,
	subject text NOT NULL,
	network text NOT NULL,
	email text,
	linked_at timestamptz DEFAULT now() NOT NULL,
	used_at timestamptz,
	CONSTRAINT identities_pkey PRIMARY KEY (id)
);
CREATE TABLE indicators (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	name text NOT NULL,
	key text NOT NULL,
	description text DEFAULT ''::text NOT NULL,
	script text NOT NULL,
	script_hash text NOT NULL,
	parameters jsonb NOT NULL,
	shared boolean DEFAULT false NOT NULL,
	cloned_from_indicator uuid,
	created_at timestamptz DEFAULT now() NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT indicators_pkey PRIMARY KEY (id)
);
CREATE TABLE installation_keys (
	id uuid NOT NULL,
	fingerprint text NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	state text NOT NULL,
	exported_at timestamptz,
	public_key bytea,
	CONSTRAINT installation_keys_pkey PRIMARY KEY (id)
);
CREATE TABLE installation_secrets (
	name text NOT NULL,
	public_key text NOT NULL,
	private_key bytea NOT NULL,
	CONSTRAINT installation_secrets_pkey PRIMARY KEY (name)
);
CREATE TABLE instruments (
	id text NOT NULL,
	broker text NOT NULL,
	listing jsonb NOT NULL,
	listed_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT instruments_pkey PRIMARY KEY (id)
);
CREATE TABLE intents (
	id uuid NOT NULL,
	account_id uuid NOT NULL,
	user_id uuid NOT NULL,
	session_id uuid,
	no integer,
	leg integer,
	kind text NOT NULL,
	instrument_id text NOT NULL,
	payload jsonb NOT NULL,
	payload_hash text NOT NULL,
	client_id text NOT NULL,
	cid bigint NOT NULL,
	cid_date date NOT NULL,
	row_no bigint,
	state text NOT NULL,
	epoch bigint,
	tick_at timestamptz,
	received_at timestamptz,
	decided_at timestamptz NOT NULL,
	committed_at timestamptz DEFAULT now() NOT NULL,
	sent_at timestamptz,
	acknowledged_at timestamptz,
	filled_at timestamptz,
	fence_at timestamptz,
	venue_id text,
	filled double precision DEFAULT 0 NOT NULL,
	average double precision,
	reason text,
	ticket_key text,
	CONSTRAINT intents_pkey PRIMARY KEY (id)
);
CREATE TABLE invitations (
	key_hash text NOT NULL,
	created_by uuid NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	expires_at timestamptz NOT NULL,
	used_at timestamptz,
	CONSTRAINT invitations_pkey PRIMARY KEY (key_hash)
);
CREATE TABLE issuers (
	id uuid NOT NULL,
	network text NOT NULL,
	label text NOT NULL,
	issuer text NOT NULL,
	client_id text NOT NULL,
	client_secret bytea,
	is_trusted_for_email boolean DEFAULT false NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	is_trusted_for_factors boolean DEFAULT false NOT NULL,
	CONSTRAINT issuers_pkey PRIMARY KEY (id)
);
CREATE TABLE journal (
	account_id uuid NOT NULL,
	n bigint NOT NULL,
	at timestamptz NOT NULL,
	kind text NOT NULL,
	intent_id uuid,
	body text NOT NULL,
	prev text NOT NULL,
	hash text NOT NULL,
	CONSTRAINT journal_account_id_n_pk PRIMARY KEY (account_id, n)
);
-- Named after the table that it once was.
CREATE TABLE lease_owners (
	id uuid CONSTRAINT job_owners_id_not_null NOT NULL,
	host text CONSTRAINT job_owners_host_not_null NOT NULL,
	pid integer CONSTRAINT job_owners_pid_not_null NOT NULL,
	started_at timestamptz DEFAULT now() CONSTRAINT job_owners_started_at_not_null NOT NULL,
	heartbeat_at timestamptz DEFAULT now() CONSTRAINT job_owners_heartbeat_at_not_null NOT NULL,
	CONSTRAINT job_owners_pkey PRIMARY KEY (id)
);
CREATE TABLE leases (
	kind text NOT NULL,
	key text NOT NULL,
	owner uuid NOT NULL,
	epoch bigint DEFAULT nextval('lease_epochs'::regclass) NOT NULL,
	taken_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT leases_kind_key_pk PRIMARY KEY (kind, key)
);
CREATE TABLE lineage_seals (
	lineage_id uuid NOT NULL,
	user_id uuid NOT NULL,
	sealed_from timestamptz NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT lineage_seals_lineage_id_user_id_pk PRIMARY KEY (lineage_id, user_id)
);
CREATE TABLE list_stamps (
	user_id uuid NOT NULL,
	algorithms bigint NOT NULL,
	backtests bigint NOT NULL,
	CONSTRAINT list_stamps_pkey PRIMARY KEY (user_id)
);
CREATE TABLE login_challenges (
	hash text NOT NULL,
	purpose text NOT NULL,
	user_id uuid,
	method text,
	browser text NOT NULL,
	tries integer DEFAULT 0 NOT NULL,
	expires_at timestamptz NOT NULL,
	CONSTRAINT login_challenges_pkey PRIMARY KEY (hash)
);
CREATE TABLE login_guesses (
	key text NOT NULL,
	count integer NOT NULL,
	last_at timestamptz NOT NULL,
	next_at timestamptz NOT NULL,
	CONSTRAINT login_guesses_pkey PRIMARY KEY (key)
);
CREATE TABLE logins (
	id uuid NOT NULL,
	token text NOT NULL,
	user_id uuid NOT NULL,
	expires_at timestamptz NOT NULL,
	ip_address text,
	user_agent text,
	created_at timestamptz DEFAULT now() NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	method text DEFAULT 'password'::text NOT NULL,
	verified_at timestamptz DEFAULT now() NOT NULL,
	used_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT logins_pkey PRIMARY KEY (id)
);
CREATE TABLE mail_outbox (
	id uuid NOT NULL,
	recipient text NOT NULL,
	subject text NOT NULL,
	body text NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	sent_at timestamptz,
	attempts integer DEFAULT 0 NOT NULL,
	error text,
	expires_at timestamptz DEFAULT (now() + '01:00:00'::interval) NOT NULL,
	next_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT mail_outbox_pkey PRIMARY KEY (id)
);
CREATE TABLE market_imports (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	instrument_id text NOT NULL,
	format text NOT NULL,
	timezone text,
	mapping jsonb,
	files jsonb NOT NULL,
	status market_import_status DEFAULT 'Queued'::market_import_status NOT NULL,
	progress double precision DEFAULT 0 NOT NULL,
	rows bigint DEFAULT 0 NOT NULL,
	detail text,
	report jsonb,
	created_at timestamptz DEFAULT now() NOT NULL,
	ended_at timestamptz,
	bytes bigint DEFAULT 0 NOT NULL,
	CONSTRAINT market_imports_pkey PRIMARY KEY (id)
);
CREATE TABLE notification_channels (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	kind text NOT NULL,
	name text NOT NULL,
	address text NOT NULL,
	secret bytea,
	created_at timestamptz DEFAULT now() NOT NULL,
	used_at timestamptz,
	failing_since timestamptz,
	problem text,
	disabled_at timestamptz,
	waits_until timestamptz,
	CONSTRAINT notification_channels_pkey PRIMARY KEY (id)
);
CREATE TABLE notification_preferences (
	user_id uuid NOT NULL,
	choices jsonb DEFAULT '{}'::jsonb NOT NULL,
	quiet_from integer,
	quiet_until integer,
	time_zone text DEFAULT 'UTC'::text NOT NULL,
	sends_amounts boolean DEFAULT false NOT NULL,
	still_running_at integer,
	CONSTRAINT notification_preferences_pkey PRIMARY KEY (user_id)
);
CREATE TABLE notifications (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	kind text NOT NULL,
	severity text NOT NULL,
	subject text NOT NULL,
	body text NOT NULL,
	amounts text,
	object text,
	dedup_key text NOT NULL,
	count integer DEFAULT 1 NOT NULL,
	at timestamptz DEFAULT now() NOT NULL,
	read_at timestamptz,
	CONSTRAINT notifications_pkey PRIMARY KEY (id)
);
CREATE TABLE optimization_log (
	optimization_id uuid NOT NULL,
	number integer NOT NULL,
	"time" bigint NOT NULL,
	level text NOT NULL,
	message text NOT NULL,
	CONSTRAINT optimization_log_optimization_id_number_pk PRIMARY KEY (optimization_id, number)
);
CREATE TABLE optimization_luck (
	optimization_id uuid NOT NULL,
	revision integer NOT NULL,
	luck jsonb NOT NULL,
	CONSTRAINT optimization_luck_pkey PRIMARY KEY (optimization_id)
);
CREATE TABLE optimization_returns (
	optimization_id uuid NOT NULL,
	index integer NOT NULL,
	"values" bytea NOT NULL,
	CONSTRAINT optimization_returns_optimization_id_index_pk PRIMARY KEY (optimization_id, index)
);
CREATE TABLE optimization_rounds (
	optimization_id uuid NOT NULL,
	number integer NOT NULL,
	first integer NOT NULL,
	count integer NOT NULL,
	started_at timestamptz DEFAULT now() NOT NULL,
	ended_at timestamptz,
	CONSTRAINT optimization_rounds_optimization_id_number_pk PRIMARY KEY (optimization_id, number)
);
CREATE TABLE optimization_rows (
	optimization_id uuid NOT NULL,
	index integer NOT NULL,
	revision integer NOT NULL,
	point integer[] NOT NULL,
	status smallint NOT NULL,
	duplicate_of integer,
	position_count integer,
	profit double precision,
	profit_percentage double precision,
	max_drawdown double precision,
	max_drawdown_percentage double precision,
	objectives double precision[] NOT NULL,
	violation double precision NOT NULL,
	sharpe double precision,
	skewness double precision,
	kurtosis double precision,
	days integer NOT NULL,
	ledger_hash text,
	sparkline bytea,
	error text,
	mean_by_deviation double precision,
	is_trial boolean DEFAULT true NOT NULL,
	CONSTRAINT optimization_rows_optimization_id_index_pk PRIMARY KEY (optimization_id, index)
);
CREATE TABLE optimization_studies (
	id uuid NOT NULL,
	optimization_id uuid NOT NULL,
	index integer NOT NULL,
	is_done boolean DEFAULT false NOT NULL,
	study jsonb,
	error text,
	CONSTRAINT optimization_studies_id_unique UNIQUE (id),
	CONSTRAINT optimization_studies_optimization_id_index_pk PRIMARY KEY (optimization_id, index)
);
CREATE TABLE optimizations (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	algorithm_id uuid NOT NULL,
	algorithm_version_id uuid NOT NULL,
	parent_id uuid,
	window_number integer,
	instrument_id text NOT NULL,
	markets jsonb DEFAULT '[]'::jsonb NOT NULL,
	simulated boolean NOT NULL,
	initial_balance double precision NOT NULL,
	start timestamptz NOT NULL,
	"end" timestamptz NOT NULL,
	"interval" text NOT NULL,
	resolution smallint NOT NULL,
	bar_interval text,
	externals_settings jsonb NOT NULL,
	externals jsonb NOT NULL,
	models jsonb NOT NULL,
	tables jsonb,
	full_tables jsonb,
	account_currency text NOT NULL,
	lambda boolean DEFAULT false NOT NULL,
	strategy text NOT NULL,
	genetic jsonb,
	budget integer,
	objectives jsonb NOT NULL,
	constraints jsonb NOT NULL,
	seed bigint NOT NULL,
	walk_forward jsonb,
	permutation_count double precision NOT NULL,
	total integer NOT NULL,
	done integer DEFAULT 0 NOT NULL,
	revision integer DEFAULT 0 NOT NULL,
	status optimization_status DEFAULT 'Queued'::optimization_status NOT NULL,
	status_detail text DEFAULT ''::text NOT NULL,
	cpu_ms double precision DEFAULT 0 NOT NULL,
	best_index integer,
	best_profit double precision,
	best_score double precision,
	created_at timestamptz DEFAULT now() NOT NULL,
	started_at timestamptz,
	ended_at timestamptz,
	engine_version text,
	units integer DEFAULT 0 NOT NULL,
	units_returned integer DEFAULT 0 NOT NULL,
	units_month date,
	days_per_year smallint,
	sources jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT optimizations_units CHECK ((units >= units_returned)),
	CONSTRAINT optimizations_pkey PRIMARY KEY (id)
);
CREATE TABLE package_grants (
	user_id uuid NOT NULL,
	package_id smallint NOT NULL,
	until timestamptz,
	by uuid,
	reason text,
	created_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT package_grants_pkey PRIMARY KEY (user_id)
);
CREATE TABLE packages (
	id smallint NOT NULL,
	name text NOT NULL,
	price integer NOT NULL,
	backtest_units integer NOT NULL,
	backtest_tick boolean NOT NULL,
	live_sessions integer NOT NULL,
	http_credits integer NOT NULL,
	sockets integer NOT NULL,
	multi_user_exchanges boolean NOT NULL,
	exchange_connections integer NOT NULL,
	stripe_price_id text,
	active boolean DEFAULT true NOT NULL,
	CONSTRAINT packages_pkey PRIMARY KEY (id)
);
CREATE TABLE passkeys (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	credential_id text NOT NULL,
	public_key bytea NOT NULL,
	counter bigint NOT NULL,
	transports text[] NOT NULL,
	host text NOT NULL,
	name text NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	used_at timestamptz,
	CONSTRAINT passkeys_pkey PRIMARY KEY (id)
);
CREATE TABLE password_resets (
	key_hash text NOT NULL,
	user_id uuid NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	expires_at timestamptz NOT NULL,
	used_at timestamptz,
	CONSTRAINT password_resets_pkey PRIMARY KEY (key_hash)
);
CREATE TABLE positions (
	id uuid NOT NULL,
	account_id uuid NOT NULL,
	user_id uuid NOT NULL,
	session_id uuid,
	broker_id text NOT NULL,
	broker text NOT NULL,
	instrument_id text NOT NULL,
	direction text NOT NULL,
	quantity double precision NOT NULL,
	open_price double precision NOT NULL,
	close_price double precision,
	open_time timestamptz NOT NULL,
	close_time timestamptz,
	stop_loss double precision,
	take_profit double precision,
	trailing_stop double precision,
	trailing_best double precision,
	is_stop_loss_rejected boolean DEFAULT false NOT NULL,
	is_take_profit_rejected boolean DEFAULT false NOT NULL,
	is_trailing_stop_rejected boolean DEFAULT false NOT NULL,
	unprotected_since timestamptz,
	profit double precision DEFAULT 0 NOT NULL,
	pips double precision DEFAULT 0 NOT NULL,
	commission double precision DEFAULT 0 NOT NULL,
	interest double precision DEFAULT 0 NOT NULL,
	used_margin double precision DEFAULT 0 NOT NULL,
	status text NOT NULL,
	close_reason text,
	matched_row bigint DEFAULT '-1'::integer NOT NULL,
	hidden_at timestamptz,
	part integer DEFAULT 1 NOT NULL,
	part_of uuid,
	open_half_spread double precision DEFAULT 0 NOT NULL,
	open_slippage double precision DEFAULT 0 NOT NULL,
	spread_cost double precision DEFAULT 0 NOT NULL,
	slippage_cost double precision DEFAULT 0 NOT NULL,
	funding_cost double precision DEFAULT 0 NOT NULL,
	CONSTRAINT positions_pkey PRIMARY KEY (id)
);
CREATE TABLE remembered_devices (
	user_id uuid NOT NULL,
	device_hash text NOT NULL,
	expires_at timestamptz NOT NULL,
	CONSTRAINT remembered_devices_user_id_device_hash_pk PRIMARY KEY (user_id, device_hash)
);
CREATE TABLE repeatable_calls (
	user_id uuid NOT NULL,
	key text NOT NULL,
	request text NOT NULL,
	status integer,
	answer text,
	begun_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT repeatable_calls_user_id_key_pk PRIMARY KEY (user_id, key)
);
CREATE TABLE seal_openings (
	lineage_id uuid NOT NULL,
	user_id uuid NOT NULL,
	username text NOT NULL,
	sealed_from timestamptz NOT NULL,
	opened_at timestamptz DEFAULT now() NOT NULL,
	algorithm_id uuid NOT NULL,
	algorithm_version_id uuid NOT NULL,
	lineage_trials integer NOT NULL,
	CONSTRAINT seal_openings_lineage_id_user_id_pk PRIMARY KEY (lineage_id, user_id)
);
CREATE TABLE second_factors (
	user_id uuid NOT NULL,
	secret bytea NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	enabled_at timestamptz,
	last_step bigint DEFAULT 0 NOT NULL,
	CONSTRAINT second_factors_pkey PRIMARY KEY (user_id)
);
CREATE TABLE session_inputs (
	session_id uuid NOT NULL,
	seq integer NOT NULL,
	after_row bigint NOT NULL,
	kind text NOT NULL,
	body jsonb NOT NULL,
	at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT session_inputs_session_id_seq_pk PRIMARY KEY (session_id, seq)
);
CREATE TABLE session_logs (
	session_id uuid NOT NULL,
	n bigint NOT NULL,
	"time" timestamptz NOT NULL,
	level text NOT NULL,
	message text NOT NULL,
	CONSTRAINT session_logs_session_id_n_pk PRIMARY KEY (session_id, n)
);
CREATE TABLE session_records (
	session_id uuid NOT NULL,
	kind text NOT NULL,
	n bigint NOT NULL,
	"time" timestamptz NOT NULL,
	body jsonb NOT NULL,
	CONSTRAINT session_records_session_id_kind_n_pk PRIMARY KEY (session_id, kind, n)
);
CREATE TABLE sessions (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	algorithm_id uuid,
	algorithm_version_id uuid,
	algorithm_name text NOT NULL,
	broker_connection_id uuid NOT NULL,
	broker_account_id uuid NOT NULL,
	instrument_id text NOT NULL,
	"interval" text NOT NULL,
	externals jsonb NOT NULL,
	initial_balance double precision NOT NULL,
	in_flight text DEFAULT 'one'::text NOT NULL,
	resume text DEFAULT 'replay'::text NOT NULL,
	is_lock_step boolean DEFAULT false NOT NULL,
	status text DEFAULT 'Active'::text NOT NULL,
	status_detail text,
	started timestamptz DEFAULT now() NOT NULL,
	stopped timestamptz,
	spec jsonb NOT NULL,
	spec_hash text NOT NULL,
	engine_version text NOT NULL,
	epoch bigint DEFAULT 0 NOT NULL,
	first_row bigint,
	row_no bigint,
	intent_count integer DEFAULT 0 NOT NULL,
	input_count integer DEFAULT 0 NOT NULL,
	detail text,
	CONSTRAINT sessions_pkey PRIMARY KEY (id)
);
CREATE TABLE source_budgets (
	provider text NOT NULL,
	key_hash text NOT NULL,
	sent jsonb DEFAULT '[]'::jsonb NOT NULL,
	running jsonb DEFAULT '{}'::jsonb NOT NULL,
	day date DEFAULT '1970-01-01'::date NOT NULL,
	sent_today integer DEFAULT 0 NOT NULL,
	silent_until bigint DEFAULT 0 NOT NULL,
	CONSTRAINT source_budgets_provider_key_hash_pk PRIMARY KEY (provider, key_hash)
);
CREATE TABLE source_databases (
	provider text NOT NULL,
	code text NOT NULL,
	name text NOT NULL,
	description text,
	premium boolean NOT NULL,
	datasets_count integer,
	"position" integer NOT NULL,
	CONSTRAINT source_databases_provider_code_pk PRIMARY KEY (provider, code)
);
CREATE TABLE source_datasets (
	provider text NOT NULL,
	code text NOT NULL,
	database_code text NOT NULL,
	name text NOT NULL,
	"position" integer,
	words tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, regexp_replace(((code || ' '::text) || name), '[^[:alnum:]]+'::text, ' '::text, 'g'::text))) STORED NOT NULL,
	CONSTRAINT source_datasets_provider_code_pk PRIMARY KEY (provider, code)
);
CREATE TABLE source_keys (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	provider text NOT NULL,
	api_key bytea NOT NULL,
	masked_key text NOT NULL,
	saved_at timestamptz NOT NULL,
	CONSTRAINT source_keys_pkey PRIMARY KEY (id),
	CONSTRAINT source_keys_user UNIQUE (user_id, provider)
);
CREATE TABLE source_lookups (
	provider text NOT NULL,
	what text NOT NULL,
	asked_at timestamptz NOT NULL,
	CONSTRAINT source_lookups_provider_what_pk PRIMARY KEY (provider, what)
);
CREATE TABLE source_series (
	id uuid NOT NULL,
	provider text NOT NULL,
	code text NOT NULL,
	"column" text NOT NULL,
	owner_id uuid,
	unit text,
	frequency text NOT NULL,
	timezone text NOT NULL,
	quality text NOT NULL,
	lag double precision,
	first timestamptz,
	last timestamptz,
	vintage text,
	hash text NOT NULL,
	checked_at timestamptz NOT NULL,
	due_at timestamptz NOT NULL,
	problem text,
	terms text NOT NULL,
	releases jsonb DEFAULT '[]'::jsonb NOT NULL,
	releases_at timestamptz,
	CONSTRAINT source_series_owner UNIQUE NULLS NOT DISTINCT (provider, code, "column", owner_id),
	CONSTRAINT source_series_pkey PRIMARY KEY (id)
);
CREATE TABLE source_settings (
	provider text NOT NULL,
	is_on boolean DEFAULT false NOT NULL,
	changed_at timestamptz DEFAULT now() NOT NULL,
	changed_by uuid,
	api_key bytea,
	masked_key text,
	due_at timestamptz DEFAULT now() NOT NULL,
	listed_at timestamptz,
	problem text,
	CONSTRAINT source_settings_pkey PRIMARY KEY (provider)
);
CREATE TABLE stripe_events (
	id text NOT NULL,
	type text NOT NULL,
	customer_id text,
	created_at timestamptz NOT NULL,
	received_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT stripe_events_pkey PRIMARY KEY (id)
);
CREATE TABLE subscriptions (
	user_id uuid NOT NULL,
	customer_id text NOT NULL,
	subscription_id text,
	status text,
	price_id text,
	package_id smallint,
	period_end timestamptz,
	past_due_since timestamptz,
	next_package_id smallint,
	changes_at timestamptz,
	is_changing boolean DEFAULT false NOT NULL,
	others integer DEFAULT 0 NOT NULL,
	synced_at timestamptz NOT NULL,
	CONSTRAINT subscriptions_customer_id_unique UNIQUE (customer_id),
	CONSTRAINT subscriptions_pkey PRIMARY KEY (user_id)
);
CREATE TABLE trading_accounts (
	id uuid NOT NULL,
	connection_id uuid NOT NULL,
	user_id uuid NOT NULL,
	venue text NOT NULL,
	account_no text NOT NULL,
	currency text NOT NULL,
	initial_balance double precision NOT NULL,
	balance double precision NOT NULL,
	is_margin_called boolean DEFAULT false NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	reset_at timestamptz,
	CONSTRAINT trading_accounts_balance CHECK (((balance = balance) AND (initial_balance >= (0)::double precision))),
	CONSTRAINT trading_accounts_pkey PRIMARY KEY (id)
);
CREATE TABLE trial_ledger (
	lineage_id uuid NOT NULL,
	user_id uuid NOT NULL,
	manifest_hash text NOT NULL,
	script_hash text NOT NULL,
	kind text NOT NULL,
	count integer NOT NULL,
	mean double precision NOT NULL,
	squares double precision NOT NULL,
	data_end timestamptz NOT NULL,
	recorded_at timestamptz DEFAULT now() NOT NULL,
	rated integer NOT NULL,
	CONSTRAINT trial_ledger_lineage_id_user_id_manifest_hash_pk PRIMARY KEY (lineage_id, user_id, manifest_hash)
);
CREATE TABLE unit_usage (
	user_id uuid NOT NULL,
	month date NOT NULL,
	used integer DEFAULT 0 NOT NULL,
	credited integer DEFAULT 0 NOT NULL,
	CONSTRAINT unit_usage_credited CHECK ((credited >= 0)),
	CONSTRAINT unit_usage_used CHECK ((used >= 0)),
	CONSTRAINT unit_usage_user_id_month_pk PRIMARY KEY (user_id, month)
);
CREATE TABLE used_tokens (
	hash text NOT NULL,
	expires_at timestamptz NOT NULL,
	CONSTRAINT used_tokens_pkey PRIMARY KEY (hash)
);
CREATE TABLE users (
	id uuid NOT NULL,
	name text NOT NULL,
	username text NOT NULL,
	display_username text NOT NULL,
	email text NOT NULL,
	email_verified boolean DEFAULT false NOT NULL,
	image text,
	is_admin boolean DEFAULT false NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	last_login_at timestamptz,
	email_verified_at timestamptz,
	CONSTRAINT users_pkey PRIMARY KEY (id)
);
CREATE TABLE venue_balances (
	account_id uuid NOT NULL,
	currency text NOT NULL,
	total double precision NOT NULL,
	available double precision NOT NULL,
	changed_at timestamptz NOT NULL,
	CONSTRAINT venue_balances_account_id_currency_pk PRIMARY KEY (account_id, currency)
);
CREATE TABLE venue_cursors (
	account_id uuid NOT NULL,
	instrument_id text NOT NULL,
	cursor text NOT NULL,
	CONSTRAINT venue_cursors_account_id_instrument_id_pk PRIMARY KEY (account_id, instrument_id)
);
CREATE TABLE venue_orders (
	id uuid NOT NULL,
	account_id uuid NOT NULL,
	intent_id uuid,
	client_id text,
	position_id uuid,
	is_protective boolean DEFAULT false NOT NULL,
	instrument_id text NOT NULL,
	type text NOT NULL,
	side text NOT NULL,
	quantity double precision NOT NULL,
	filled double precision DEFAULT 0 NOT NULL,
	average double precision,
	limit_price double precision,
	stop_price double precision,
	is_triggered boolean DEFAULT false NOT NULL,
	time_in_force text DEFAULT 'GTC'::text NOT NULL,
	expiry timestamptz,
	post_only boolean DEFAULT false NOT NULL,
	reduce_only boolean DEFAULT false NOT NULL,
	stop_loss double precision,
	take_profit double precision,
	trailing_stop double precision,
	stop_loss_distance double precision,
	take_profit_distance double precision,
	status text NOT NULL,
	reason text,
	"time" timestamptz NOT NULL,
	changed_at timestamptz NOT NULL,
	matched_row bigint NOT NULL,
	is_resting boolean DEFAULT false NOT NULL,
	CONSTRAINT venue_orders_pkey PRIMARY KEY (id)
);
CREATE TABLE venue_settings (
	venue_id text NOT NULL,
	is_on boolean DEFAULT false NOT NULL,
	changed_at timestamptz DEFAULT now() NOT NULL,
	changed_by uuid,
	rest_url text,
	stream_url text,
	ws_api_url text,
	CONSTRAINT venue_settings_pkey PRIMARY KEY (venue_id)
);
CREATE TABLE verifications (
	id uuid NOT NULL,
	identifier text NOT NULL,
	value text NOT NULL,
	expires_at timestamptz NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT verifications_pkey PRIMARY KEY (id)
);
CREATE TABLE version_checks (
	version_id uuid NOT NULL,
	status text DEFAULT 'queued'::text NOT NULL,
	verdict text,
	reason text,
	findings jsonb DEFAULT '[]'::jsonb NOT NULL,
	engine_version text,
	attempts integer DEFAULT 0 NOT NULL,
	queued_at timestamptz DEFAULT now() NOT NULL,
	checked_at timestamptz,
	CONSTRAINT version_checks_pkey PRIMARY KEY (version_id)
);
CREATE TABLE version_indicators (
	version_id uuid NOT NULL,
	key text NOT NULL,
	name text NOT NULL,
	script text NOT NULL,
	script_hash text NOT NULL,
	indicator_id uuid,
	CONSTRAINT version_indicators_version_id_key_pk PRIMARY KEY (version_id, key)
);
CREATE TABLE walk_forward_windows (
	optimization_id uuid NOT NULL,
	number integer NOT NULL,
	train_start timestamptz NOT NULL,
	train_end timestamptz NOT NULL,
	test_start timestamptz NOT NULL,
	test_end timestamptz NOT NULL,
	state text DEFAULT 'waiting'::text NOT NULL,
	child_id uuid,
	externals jsonb,
	point integer[],
	train_profit double precision,
	train_returns jsonb,
	initial_balance double precision,
	test_profit double precision,
	test_profit_percentage double precision,
	test_max_drawdown_percentage double precision,
	test_position_count integer,
	test_times jsonb,
	test_equity jsonb,
	test_returns jsonb,
	error text,
	train_days integer NOT NULL,
	test_days integer NOT NULL,
	CONSTRAINT walk_forward_windows_optimization_id_number_pk PRIMARY KEY (optimization_id, number)
);

ALTER TABLE account_control ADD CONSTRAINT account_control_account_id_trading_accounts_id_fk FOREIGN KEY (account_id) REFERENCES trading_accounts(id) ON DELETE CASCADE;
ALTER TABLE account_deletions ADD CONSTRAINT account_deletions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE account_exports ADD CONSTRAINT account_exports_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE account_links ADD CONSTRAINT account_links_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE algorithm_lineages ADD CONSTRAINT algorithm_lineages_algorithm_id_algorithms_id_fk FOREIGN KEY (algorithm_id) REFERENCES algorithms(id) ON DELETE CASCADE;
ALTER TABLE algorithm_versions ADD CONSTRAINT algorithm_versions_algorithm_id_algorithms_id_fk FOREIGN KEY (algorithm_id) REFERENCES algorithms(id) ON DELETE CASCADE;
ALTER TABLE algorithms ADD CONSTRAINT algorithms_cloned_from_algorithm_algorithms_id_fk FOREIGN KEY (cloned_from_algorithm) REFERENCES algorithms(id) ON DELETE SET NULL;
ALTER TABLE algorithms ADD CONSTRAINT algorithms_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE api_leases ADD CONSTRAINT api_leases_owner_lease_owners_id_fk FOREIGN KEY (owner) REFERENCES lease_owners(id) ON DELETE CASCADE;
ALTER TABLE api_leases ADD CONSTRAINT api_leases_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE api_sockets ADD CONSTRAINT api_sockets_owner_lease_owners_id_fk FOREIGN KEY (owner) REFERENCES lease_owners(id) ON DELETE CASCADE;
ALTER TABLE api_sockets ADD CONSTRAINT api_sockets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE api_usage ADD CONSTRAINT api_usage_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE api_window ADD CONSTRAINT api_window_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE backtest_results ADD CONSTRAINT backtest_results_backtest_id_backtests_id_fk FOREIGN KEY (backtest_id) REFERENCES backtests(id) ON DELETE CASCADE;
ALTER TABLE backtest_tables ADD CONSTRAINT backtest_tables_backtest_id_backtests_id_fk FOREIGN KEY (backtest_id) REFERENCES backtests(id) ON DELETE CASCADE;
ALTER TABLE backtest_verifications ADD CONSTRAINT backtest_verifications_backtest_id_backtests_id_fk FOREIGN KEY (backtest_id) REFERENCES backtests(id) ON DELETE CASCADE;
ALTER TABLE backtest_verifications ADD CONSTRAINT backtest_verifications_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE backtests ADD CONSTRAINT backtests_algorithm_id_algorithms_id_fk FOREIGN KEY (algorithm_id) REFERENCES algorithms(id) ON DELETE CASCADE;
ALTER TABLE backtests ADD CONSTRAINT backtests_algorithm_version_id_algorithm_versions_id_fk FOREIGN KEY (algorithm_version_id) REFERENCES algorithm_versions(id) ON DELETE CASCADE;
ALTER TABLE backtests ADD CONSTRAINT backtests_optimisation_id_optimizations_id_fk FOREIGN KEY (optimisation_id) REFERENCES optimizations(id) ON DELETE CASCADE;
ALTER TABLE backtests ADD CONSTRAINT backtests_rerun_of_backtests_id_fk FOREIGN KEY (rerun_of) REFERENCES backtests(id) ON DELETE SET NULL;
ALTER TABLE backtests ADD CONSTRAINT backtests_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE backup_codes ADD CONSTRAINT backup_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE broker_connections ADD CONSTRAINT broker_connections_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE chart_snapshots ADD CONSTRAINT chart_snapshots_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE configurations ADD CONSTRAINT configurations_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE credentials ADD CONSTRAINT credentials_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_channel_id_notification_channels_id_fk FOREIGN KEY (channel_id) REFERENCES notification_channels(id) ON DELETE CASCADE;
ALTER TABLE deliveries ADD CONSTRAINT deliveries_notification_id_notifications_id_fk FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE;
ALTER TABLE drawings ADD CONSTRAINT drawings_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE exchange_keys ADD CONSTRAINT exchange_keys_connection_id_broker_connections_id_fk FOREIGN KEY (connection_id) REFERENCES broker_connections(id) ON DELETE CASCADE;
ALTER TABLE fills ADD CONSTRAINT fills_account_id_trading_accounts_id_fk FOREIGN KEY (account_id) REFERENCES trading_accounts(id) ON DELETE CASCADE;
ALTER TABLE fills ADD CONSTRAINT fills_intent_id_intents_id_fk FOREIGN KEY (intent_id) REFERENCES intents(id);
ALTER TABLE fills ADD CONSTRAINT fills_position_id_positions_id_fk FOREIGN KEY (position_id) REFERENCES positions(id);
ALTER TABLE identities ADD CONSTRAINT identities_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE indicators ADD CONSTRAINT indicators_cloned_from_indicator_indicators_id_fk FOREIGN KEY (cloned_from_indicator) REFERENCES indicators(id) ON DELETE SET NULL;
ALTER TABLE indicators ADD CONSTRAINT indicators_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE intents ADD CONSTRAINT intents_account_id_trading_accounts_id_fk FOREIGN KEY (account_id) REFERENCES trading_accounts(id) ON DELETE CASCADE;
ALTER TABLE intents ADD CONSTRAINT intents_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES sessions(id);
ALTER TABLE intents ADD CONSTRAINT intents_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE invitations ADD CONSTRAINT invitations_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE leases ADD CONSTRAINT leases_owner_lease_owners_id_fk FOREIGN KEY (owner) REFERENCES lease_owners(id) ON DELETE CASCADE;
ALTER TABLE lineage_seals ADD CONSTRAINT lineage_seals_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE login_challenges ADD CONSTRAINT login_challenges_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE logins ADD CONSTRAINT logins_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE market_imports ADD CONSTRAINT market_imports_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE notification_channels ADD CONSTRAINT notification_channels_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE notification_preferences ADD CONSTRAINT notification_preferences_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE notifications ADD CONSTRAINT notifications_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE optimization_log ADD CONSTRAINT optimization_log_optimization_id_optimizations_id_fk FOREIGN KEY (optimization_id) REFERENCES optimizations(id) ON DELETE CASCADE;
ALTER TABLE optimization_luck ADD CONSTRAINT optimization_luck_optimization_id_optimizations_id_fk FOREIGN KEY (optimization_id) REFERENCES optimizations(id) ON DELETE CASCADE;
ALTER TABLE optimization_returns ADD CONSTRAINT optimization_returns_optimization_id_optimizations_id_fk FOREIGN KEY (optimization_id) REFERENCES optimizations(id) ON DELETE CASCADE;
ALTER TABLE optimization_rounds ADD CONSTRAINT optimization_rounds_optimization_id_optimizations_id_fk FOREIGN KEY (optimization_id) REFERENCES optimizations(id) ON DELETE CASCADE;
ALTER TABLE optimization_rows ADD CONSTRAINT optimization_rows_optimization_id_optimizations_id_fk FOREIGN KEY (optimization_id) REFERENCES optimizations(id) ON DELETE CASCADE;
ALTER TABLE optimization_studies ADD CONSTRAINT optimization_studies_optimization_id_optimizations_id_fk FOREIGN KEY (optimization_id) REFERENCES optimizations(id) ON DELETE CASCADE;
ALTER TABLE optimizations ADD CONSTRAINT optimizations_algorithm_id_algorithms_id_fk FOREIGN KEY (algorithm_id) REFERENCES algorithms(id) ON DELETE CASCADE;
ALTER TABLE optimizations ADD CONSTRAINT optimizations_algorithm_version_id_algorithm_versions_id_fk FOREIGN KEY (algorithm_version_id) REFERENCES algorithm_versions(id) ON DELETE CASCADE;
ALTER TABLE optimizations ADD CONSTRAINT optimizations_parent_id_optimizations_id_fk FOREIGN KEY (parent_id) REFERENCES optimizations(id) ON DELETE CASCADE;
ALTER TABLE optimizations ADD CONSTRAINT optimizations_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE package_grants ADD CONSTRAINT package_grants_by_users_id_fk FOREIGN KEY (by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE package_grants ADD CONSTRAINT package_grants_package_id_packages_id_fk FOREIGN KEY (package_id) REFERENCES packages(id);
ALTER TABLE package_grants ADD CONSTRAINT package_grants_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE passkeys ADD CONSTRAINT passkeys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE password_resets ADD CONSTRAINT password_resets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE positions ADD CONSTRAINT positions_account_id_trading_accounts_id_fk FOREIGN KEY (account_id) REFERENCES trading_accounts(id) ON DELETE CASCADE;
ALTER TABLE positions ADD CONSTRAINT positions_part_of_positions_id_fk FOREIGN KEY (part_of) REFERENCES positions(id);
ALTER TABLE positions ADD CONSTRAINT positions_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES sessions(id);
ALTER TABLE positions ADD CONSTRAINT positions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE remembered_devices ADD CONSTRAINT remembered_devices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE repeatable_calls ADD CONSTRAINT repeatable_calls_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE second_factors ADD CONSTRAINT second_factors_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE session_inputs ADD CONSTRAINT session_inputs_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
ALTER TABLE session_logs ADD CONSTRAINT session_logs_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
ALTER TABLE session_records ADD CONSTRAINT session_records_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
ALTER TABLE sessions ADD CONSTRAINT sessions_algorithm_id_algorithms_id_fk FOREIGN KEY (algorithm_id) REFERENCES algorithms(id) ON DELETE SET NULL;
ALTER TABLE sessions ADD CONSTRAINT sessions_algorithm_version_id_algorithm_versions_id_fk FOREIGN KEY (algorithm_version_id) REFERENCES algorithm_versions(id) ON DELETE SET NULL;
ALTER TABLE sessions ADD CONSTRAINT sessions_broker_account_id_trading_accounts_id_fk FOREIGN KEY (broker_account_id) REFERENCES trading_accounts(id) ON DELETE CASCADE;
ALTER TABLE sessions ADD CONSTRAINT sessions_broker_connection_id_broker_connections_id_fk FOREIGN KEY (broker_connection_id) REFERENCES broker_connections(id) ON DELETE CASCADE;
ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE source_keys ADD CONSTRAINT source_keys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE source_series ADD CONSTRAINT source_series_owner_id_users_id_fk FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE source_settings ADD CONSTRAINT source_settings_changed_by_users_id_fk FOREIGN KEY (changed_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_next_package_id_packages_id_fk FOREIGN KEY (next_package_id) REFERENCES packages(id);
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_package_id_packages_id_fk FOREIGN KEY (package_id) REFERENCES packages(id);
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE trading_accounts ADD CONSTRAINT trading_accounts_connection_id_broker_connections_id_fk FOREIGN KEY (connection_id) REFERENCES broker_connections(id) ON DELETE CASCADE;
ALTER TABLE trading_accounts ADD CONSTRAINT trading_accounts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE trial_ledger ADD CONSTRAINT trial_ledger_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE unit_usage ADD CONSTRAINT unit_usage_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE venue_balances ADD CONSTRAINT venue_balances_account_id_trading_accounts_id_fk FOREIGN KEY (account_id) REFERENCES trading_accounts(id) ON DELETE CASCADE;
ALTER TABLE venue_cursors ADD CONSTRAINT venue_cursors_account_id_trading_accounts_id_fk FOREIGN KEY (account_id) REFERENCES trading_accounts(id) ON DELETE CASCADE;
ALTER TABLE venue_orders ADD CONSTRAINT venue_orders_account_id_trading_accounts_id_fk FOREIGN KEY (account_id) REFERENCES trading_accounts(id) ON DELETE CASCADE;
ALTER TABLE venue_orders ADD CONSTRAINT venue_orders_intent_id_intents_id_fk FOREIGN KEY (intent_id) REFERENCES intents(id);
ALTER TABLE venue_orders ADD CONSTRAINT venue_orders_position_id_positions_id_fk FOREIGN KEY (position_id) REFERENCES positions(id);
ALTER TABLE venue_settings ADD CONSTRAINT venue_settings_changed_by_users_id_fk FOREIGN KEY (changed_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE version_checks ADD CONSTRAINT version_checks_version_id_algorithm_versions_id_fk FOREIGN KEY (version_id) REFERENCES algorithm_versions(id) ON DELETE CASCADE;
ALTER TABLE version_indicators ADD CONSTRAINT version_indicators_version_id_algorithm_versions_id_fk FOREIGN KEY (version_id) REFERENCES algorithm_versions(id) ON DELETE CASCADE;
ALTER TABLE walk_forward_windows ADD CONSTRAINT walk_forward_windows_child_id_optimizations_id_fk FOREIGN KEY (child_id) REFERENCES optimizations(id) ON DELETE SET NULL;
ALTER TABLE walk_forward_windows ADD CONSTRAINT walk_forward_windows_optimization_id_optimizations_id_fk FOREIGN KEY (optimization_id) REFERENCES optimizations(id) ON DELETE CASCADE;

CREATE UNIQUE INDEX account_exports_unfinished ON account_exports USING btree (user_id) WHERE (status = ANY (ARRAY['Queued'::text, 'In Progress'::text]));
CREATE INDEX account_exports_user ON account_exports USING btree (user_id, created_at DESC NULLS LAST);
CREATE INDEX account_links_user ON account_links USING btree (user_id, created_at DESC NULLS LAST);
CREATE INDEX algorithm_lineages_lineage ON algorithm_lineages USING btree (lineage_id);
CREATE UNIQUE INDEX algorithm_versions_number ON algorithm_versions USING btree (algorithm_id, version_no);
CREATE INDEX algorithm_versions_script ON algorithm_versions USING btree (script_hash);
CREATE INDEX algorithm_versions_shared ON algorithm_versions USING btree (algorithm_id, shared, id);
CREATE INDEX algorithms_cloned_from ON algorithms USING btree (cloned_from_algorithm);
CREATE INDEX algorithms_shared ON algorithms USING btree (shared, updated_at DESC);
CREATE INDEX algorithms_user ON algorithms USING btree (user_id, updated_at DESC);
CREATE INDEX api_keys_user ON api_keys USING btree (user_id);
CREATE INDEX api_leases_owner ON api_leases USING btree (owner);
CREATE INDEX api_sockets_owner ON api_sockets USING btree (owner);
CREATE INDEX audit_log_actor ON audit_log USING btree (actor, n);
CREATE INDEX audit_log_object ON audit_log USING btree (object, n);
CREATE INDEX backtest_verifications_backtest ON backtest_verifications USING btree (backtest_id, created_at DESC NULLS LAST);
CREATE UNIQUE INDEX backtest_verifications_unfinished ON backtest_verifications USING btree (backtest_id) WHERE (status = ANY (ARRAY['Queued'::verification_status, 'In Progress'::verification_status]));
CREATE INDEX backtest_verifications_user ON backtest_verifications USING btree (user_id, created_at DESC NULLS LAST);
CREATE INDEX backtests_algorithm ON backtests USING btree (algorithm_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX backtests_optimization ON backtests USING btree (optimisation_id, optimization_index) WHERE (optimisation_id IS NOT NULL);
CREATE INDEX backtests_rerun_of ON backtests USING btree (rerun_of);
CREATE INDEX backtests_starred ON backtests USING btree (user_id, created_at DESC, id DESC) WHERE is_starred;
CREATE INDEX backtests_status ON backtests USING btree (status);
CREATE INDEX backtests_user ON backtests USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX backtests_version ON backtests USING btree (algorithm_version_id, user_id, optimisation_id);
CREATE UNIQUE INDEX broker_connections_paper ON broker_connections USING btree (user_id) WHERE (type = 'paper'::text);
CREATE INDEX broker_connections_user ON broker_connections USING btree (user_id);
CREATE INDEX chart_snapshots_previews ON chart_snapshots USING btree (created_at) WHERE (NOT is_kept);
CREATE INDEX chart_snapshots_user ON chart_snapshots USING btree (user_id, created_at DESC NULLS LAST);
CREATE INDEX credentials_user ON credentials USING btree (user_id);
CREATE INDEX deliveries_channel ON deliveries USING btree (channel_id);
CREATE INDEX deliveries_due ON deliveries USING btree (next_at) WHERE (state = 'waiting'::text);
CREATE INDEX deliveries_notification ON deliveries USING btree (notification_id);
CREATE INDEX fills_intent ON fills USING btree (intent_id);
CREATE INDEX fills_position ON fills USING btree (position_id);
CREATE INDEX fills_time ON fills USING btree (account_id, "time" DESC NULLS LAST);
CREATE UNIQUE INDEX identities_subject ON identities USING btree (issuer, subject);
CREATE INDEX identities_user ON identities USING btree (user_id);
CREATE UNIQUE INDEX indicators_key ON indicators USING btree (user_id, key);
CREATE INDEX indicators_shared ON indicators USING btree (shared, updated_at DESC);
CREATE UNIQUE INDEX installation_keys_active ON installation_keys USING btree (state) WHERE (state = 'active'::text);
CREATE UNIQUE INDEX intents_cid ON intents USING btree (account_id, cid_date, cid);
CREATE UNIQUE INDEX intents_client_id ON intents USING btree (account_id, client_id);
CREATE UNIQUE INDEX intents_session ON intents USING btree (session_id, no, leg);
CREATE INDEX intents_stray ON intents USING btree (account_id) WHERE (state = 'STRAY'::text);
CREATE UNIQUE INDEX intents_ticket_key ON intents USING btree (user_id, ticket_key);
CREATE INDEX intents_unfinished ON intents USING btree (account_id, id) WHERE (state = ANY (ARRAY['WRITTEN'::text, 'SENDING'::text, 'WORKING'::text, 'PARTIAL'::text, 'UNKNOWN'::text]));
CREATE INDEX intents_user ON intents USING btree (user_id, id DESC NULLS LAST);
CREATE UNIQUE INDEX issuers_network ON issuers USING btree (network);
CREATE INDEX leases_owner ON leases USING btree (owner);
CREATE INDEX lineage_seals_user ON lineage_seals USING btree (user_id);
CREATE INDEX login_challenges_expiry ON login_challenges USING btree (expires_at);
CREATE INDEX login_guesses_last_at ON login_guesses USING btree (last_at);
CREATE UNIQUE INDEX logins_token_unique ON logins USING btree (token);
CREATE INDEX logins_user ON logins USING btree (user_id);
CREATE INDEX mail_outbox_created ON mail_outbox USING btree (created_at DESC NULLS LAST);
CREATE INDEX mail_outbox_waiting ON mail_outbox USING btree (next_at) WHERE ((sent_at IS NULL) AND (body <> ''::text));
CREATE INDEX market_imports_user ON market_imports USING btree (user_id, created_at DESC NULLS LAST);
CREATE UNIQUE INDEX notification_channels_push ON notification_channels USING btree (address) WHERE (kind = 'push'::text);
CREATE INDEX notification_channels_user ON notification_channels USING btree (user_id);
CREATE INDEX notifications_newest ON notifications USING btree (user_id, at DESC NULLS LAST, id);
CREATE UNIQUE INDEX notifications_once ON notifications USING btree (user_id, dedup_key);
CREATE INDEX optimizations_algorithm ON optimizations USING btree (algorithm_id, created_at DESC, id DESC);
CREATE INDEX optimizations_parent ON optimizations USING btree (parent_id, window_number);
CREATE INDEX optimizations_unfinished ON optimizations USING btree (status) WHERE (status = ANY (ARRAY['Queued'::optimization_status, 'In Progress'::optimization_status]));
CREATE INDEX optimizations_user ON optimizations USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX optimizations_version ON optimizations USING btree (algorithm_version_id);
CREATE UNIQUE INDEX passkeys_credential ON passkeys USING btree (credential_id);
CREATE INDEX passkeys_user ON passkeys USING btree (user_id);
CREATE INDEX password_resets_user ON password_resets USING btree (user_id, created_at DESC NULLS LAST);
CREATE INDEX positions_account ON positions USING btree (account_id);
CREATE UNIQUE INDEX positions_broker_id ON positions USING btree (account_id, broker_id, part);
CREATE INDEX positions_open ON positions USING btree (instrument_id) WHERE (status = 'OPEN'::text);
CREATE INDEX positions_session ON positions USING btree (session_id);
CREATE INDEX positions_unsplit ON positions USING btree (id) WHERE (part = 0);
CREATE INDEX positions_user ON positions USING btree (user_id, status, close_time DESC);
CREATE INDEX session_logs_time ON session_logs USING btree (session_id, "time");
CREATE INDEX sessions_active ON sessions USING btree (id) WHERE (status = 'Active'::text);
CREATE INDEX sessions_algorithm ON sessions USING btree (algorithm_id, started DESC NULLS LAST);
CREATE INDEX sessions_user ON sessions USING btree (user_id, started DESC NULLS LAST);
CREATE INDEX source_datasets_place ON source_datasets USING btree (provider, database_code, "position");
CREATE INDEX source_datasets_words ON source_datasets USING gin (words);
CREATE INDEX source_series_due ON source_series USING btree (due_at);
CREATE INDEX stripe_events_customer ON stripe_events USING btree (customer_id, created_at);
CREATE INDEX trading_accounts_user ON trading_accounts USING btree (user_id);
CREATE INDEX trading_accounts_venue ON trading_accounts USING btree (venue);
CREATE INDEX trial_ledger_user ON trial_ledger USING btree (user_id);
CREATE INDEX used_tokens_expiry ON used_tokens USING btree (expires_at);
CREATE UNIQUE INDEX users_email_unique ON users USING btree (email);
CREATE UNIQUE INDEX users_username_unique ON users USING btree (username);
CREATE INDEX venue_orders_account ON venue_orders USING btree (account_id, "time" DESC NULLS LAST);
CREATE INDEX venue_orders_active ON venue_orders USING btree (instrument_id) WHERE (status = ANY (ARRAY['NEW'::text, 'PARTIALLY_FILLED'::text]));
CREATE UNIQUE INDEX venue_orders_client_id ON venue_orders USING btree (account_id, client_id);
CREATE INDEX venue_orders_intent ON venue_orders USING btree (intent_id);
CREATE INDEX venue_orders_position ON venue_orders USING btree (position_id);
CREATE INDEX verifications_identifier ON verifications USING btree (identifier);
CREATE INDEX version_checks_queue ON version_checks USING btree (status, queued_at);

-- Every transaction that changes a list puts its own number there, once. The row is locked from then until the
-- transaction ends, so the triggers are deferred to its end, and the row of a user is always locked before that of all.
CREATE FUNCTION stamp_lists(of_user uuid, of_algorithms boolean, of_backtests boolean) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "list_stamps" AS kept VALUES ("of_user", pg_current_xact_id()::text::bigint, pg_current_xact_id()::text::bigint)
	ON CONFLICT ("user_id") DO UPDATE SET
		"algorithms" = CASE WHEN "of_algorithms" THEN excluded."algorithms" ELSE kept."algorithms" END,
		"backtests" = CASE WHEN "of_backtests" THEN excluded."backtests" ELSE kept."backtests" END
	WHERE ("of_algorithms" AND kept."algorithms" <> excluded."algorithms")
		OR ("of_backtests" AND kept."backtests" <> excluded."backtests")
$$;

CREATE FUNCTION note_lineage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	origin "algorithm_lineages";
BEGIN
	SELECT * INTO origin FROM "algorithm_lineages" WHERE "algorithm_id" = new."cloned_from_algorithm";
	INSERT INTO "algorithm_lineages" VALUES (
		new."id",
		coalesce(origin."lineage_id", new."id"),
		CASE WHEN new."user_id" = ANY(origin."users") THEN origin."users"
			ELSE coalesce(origin."users", '{}') || new."user_id" END
	);
	RETURN NULL;
END $$;

-- Every user has a paper account from the start, by whatever door the user came in.
CREATE FUNCTION open_paper_account(of_user uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	connection uuid := gen_random_uuid();
	account uuid := gen_random_uuid();
BEGIN
	INSERT INTO "broker_connections" ("id", "user_id", "type", "broker") VALUES (connection, "of_user", 'paper', 'PAPER');
	INSERT INTO "trading_accounts" ("id", "connection_id", "user_id", "venue", "account_no", "currency", "initial_balance", "balance")
		VALUES (account, connection, "of_user", 'paper', 'PAPER-' || upper(left(replace(account::text, '-', ''), 8)), 'USD', 10000, 10000);
	INSERT INTO "account_control" ("account_id") VALUES (account);
END $$;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'Rows of % are never changed', TG_TABLE_NAME;
END $$;

-- The journal of an account that is gone may be forgotten after years, and nothing else ever.
CREATE FUNCTION refuse_forgetting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF old."at" > now() - interval '1 year' OR EXISTS (SELECT FROM "trading_accounts" WHERE "id" = old."account_id") THEN
		RAISE EXCEPTION 'Rows of % are never changed', TG_TABLE_NAME;
	END IF;
	RETURN old;
END $$;

CREATE FUNCTION stamp_algorithm() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- A clone whose origin is deleted belongs to somebody else: only the stamp of everybody changes, in the same order.
	IF TG_OP = 'UPDATE' THEN
		IF new."cloned_from_algorithm" IS NOT DISTINCT FROM old."cloned_from_algorithm" THEN
			PERFORM "stamp_lists"(new."user_id", true, true);
		END IF;
		IF old."shared" OR new."shared" OR old."name" <> new."name"
			OR new."cloned_from_algorithm" IS DISTINCT FROM old."cloned_from_algorithm" THEN
			PERFORM "stamp_everybody"();
		END IF;
	ELSIF TG_OP = 'INSERT' THEN
		PERFORM "stamp_lists"(new."user_id", true, true);
		IF new."shared" OR new."cloned_from_algorithm" IS NOT NULL THEN PERFORM "stamp_everybody"(); END IF;
	ELSE
		PERFORM "stamp_lists"(old."user_id", true, true);
		PERFORM "stamp_everybody"();
	END IF;
	RETURN NULL;
END $$;

-- Lists of algorithms show how many backtests there are and the latest result of each shared one.
CREATE FUNCTION stamp_backtest() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	backtest "backtests" := coalesce(new, old);
	is_counted boolean := TG_OP <> 'UPDATE';
	is_public boolean;
BEGIN
	IF TG_OP = 'UPDATE' THEN is_counted := new."status" <> old."status"; END IF;
	PERFORM "stamp_lists"(backtest."user_id", is_counted, true);
	IF NOT is_counted THEN RETURN NULL; END IF;
	SELECT a."shared" AND v."shared" OR a."user_id" <> backtest."user_id" INTO is_public
	FROM "algorithm_versions" v JOIN "algorithms" a ON a."id" = v."algorithm_id" WHERE v."id" = backtest."algorithm_version_id";
	IF is_public THEN PERFORM "stamp_everybody"(); END IF;
	RETURN NULL;
END $$;

CREATE FUNCTION stamp_check() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	found_check "version_checks" := coalesce(new, old);
	owner uuid;
	is_shared boolean;
BEGIN
	SELECT a."user_id", a."shared" AND v."shared" INTO owner, is_shared
	FROM "algorithm_versions" v JOIN "algorithms" a ON a."id" = v."algorithm_id" WHERE v."id" = found_check."version_id";
	IF NOT FOUND THEN RETURN NULL; END IF;
	PERFORM "stamp_lists"(owner, true, false);
	IF is_shared THEN PERFORM "stamp_everybody"(); END IF;
	RETURN NULL;
END $$;

CREATE FUNCTION stamp_everybody() RETURNS void LANGUAGE sql AS $$
	SELECT "stamp_lists"('00000000-0000-0000-0000-000000000000', true, false)
$$;

CREATE FUNCTION stamp_session() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	session "sessions" := coalesce(new, old);
BEGIN
	PERFORM "stamp_lists"(session."user_id", true, false);
	RETURN NULL;
END $$;

CREATE FUNCTION stamp_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "stamp_lists"(new."id", true, true);
	PERFORM "stamp_everybody"();
	RETURN NULL;
END $$;

-- When the algorithm is gone too, its own trigger has stamped the lists.
CREATE FUNCTION stamp_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	version "algorithm_versions" := coalesce(new, old);
	algorithm "algorithms";
BEGIN
	SELECT * INTO algorithm FROM "algorithms" WHERE "id" = version."algorithm_id";
	IF NOT FOUND THEN RETURN NULL; END IF;
	PERFORM "stamp_lists"(algorithm."user_id", true, true);
	IF algorithm."shared" THEN PERFORM "stamp_everybody"(); END IF;
	RETURN NULL;
END $$;

CREATE FUNCTION user_opens_paper_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM "open_paper_account"(new."id");
	RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER algorithm_versions_stamp AFTER INSERT OR DELETE OR UPDATE ON algorithm_versions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stamp_version();
CREATE CONSTRAINT TRIGGER algorithms_stamp AFTER INSERT OR DELETE OR UPDATE ON algorithms DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stamp_algorithm();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON seal_openings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER backtests_stamp AFTER INSERT OR DELETE OR UPDATE ON backtests DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stamp_backtest();
CREATE TRIGGER forgotten_late BEFORE DELETE ON journal FOR EACH ROW EXECUTE FUNCTION refuse_forgetting();
CREATE TRIGGER note_lineage AFTER INSERT ON algorithms FOR EACH ROW EXECUTE FUNCTION note_lineage();
CREATE CONSTRAINT TRIGGER stamp_session AFTER INSERT OR DELETE OR UPDATE OF status, algorithm_id ON sessions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stamp_session();
CREATE TRIGGER users_paper_account AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION user_opens_paper_account();
CREATE CONSTRAINT TRIGGER users_stamp AFTER UPDATE OF display_username ON users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stamp_user();
CREATE CONSTRAINT TRIGGER version_checks_stamp AFTER INSERT OR DELETE OR UPDATE ON version_checks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stamp_check();

INSERT INTO packages (id, name, price, backtest_units, backtest_tick, live_sessions, http_credits, sockets, multi_user_exchanges, exchange_connections, stripe_price_id, active) VALUES
	(0, 'Free Demo', 0, 500, false, 0, 1000, 0, false, 0, NULL, true),
	(1, 'Basic Premium Plan', 10, 4000, true, 0, 50000, 1, false, 1, NULL, true),
	(2, 'Standard Premium Plan', 35, 10000, true, 1, 500000, 5, false, 3, NULL, true),
	(3, 'Professional Premium Plan', 75, 20000, true, 10, 2000000, 50, true, 20, NULL, true);
