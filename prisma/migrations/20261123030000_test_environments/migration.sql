-- A company's test environment is a company beside it: its apps, keys, verifications, webhooks and counters are its own.
ALTER TABLE "companies" ADD COLUMN "test_of_id" TEXT;
CREATE UNIQUE INDEX "companies_test_of_id_key" ON "companies"("test_of_id");
ALTER TABLE "companies" ADD CONSTRAINT "companies_test_of_id_fkey" FOREIGN KEY ("test_of_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Where an app and a person belong: `live`, or the test environment of one company, by its id.
ALTER TABLE "apps" ADD COLUMN "environment" TEXT NOT NULL DEFAULT 'live';
ALTER TABLE "users" ADD COLUMN "environment" TEXT NOT NULL DEFAULT 'live';
ALTER TABLE "user_sessions" ADD COLUMN "environment" TEXT NOT NULL DEFAULT 'live';

-- An app is where its company is, a session where its person is, whoever writes them.
CREATE FUNCTION environment_of_app() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT CASE WHEN c.test_of_id IS NULL THEN 'live' ELSE c.id END INTO NEW.environment FROM companies c WHERE c.id = NEW.company_id;
  RETURN NEW;
END $$;
CREATE TRIGGER environment_of_app BEFORE INSERT OR UPDATE OF company_id, environment ON apps FOR EACH ROW EXECUTE FUNCTION environment_of_app();

CREATE FUNCTION environment_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'nobody moves from one environment to another' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER environment_stays BEFORE UPDATE OF environment ON users FOR EACH ROW WHEN (OLD.environment <> NEW.environment) EXECUTE FUNCTION environment_stays();
CREATE TRIGGER test_of_stays BEFORE UPDATE OF test_of_id ON companies FOR EACH ROW WHEN (OLD.test_of_id IS DISTINCT FROM NEW.test_of_id) EXECUTE FUNCTION environment_stays();

-- No test app touches a live person, and no live app one of a test. What hangs on a subject is walled with it.
CREATE FUNCTION same_environment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT environment FROM users WHERE id = NEW.user_id) <> (SELECT environment FROM apps WHERE id = NEW.app_id) THEN
    RAISE EXCEPTION 'a person and an app of two environments' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER same_environment BEFORE INSERT OR UPDATE OF user_id, app_id ON subjects FOR EACH ROW EXECUTE FUNCTION same_environment();
CREATE TRIGGER same_environment BEFORE INSERT OR UPDATE OF user_id, app_id ON verification_sessions FOR EACH ROW
  WHEN (NEW.user_id IS NOT NULL AND NEW.app_id IS NOT NULL) EXECUTE FUNCTION same_environment();

-- People whom a company invented to try its test apps. Their password and secret are for its staff to read.
CREATE TABLE "demo_people" (
  "shard" SMALLINT NOT NULL,
  "user_id" TEXT NOT NULL,
  "company_id" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "credentials_sealed" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "demo_people_pkey" PRIMARY KEY ("shard", "user_id")
);
CREATE INDEX "demo_people_company_id_idx" ON "demo_people"("company_id");
ALTER TABLE "demo_people" ADD CONSTRAINT "demo_people_shard_user_id_fkey" FOREIGN KEY ("shard", "user_id") REFERENCES "users"("shard", "id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "demo_people" ADD CONSTRAINT "demo_people_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The secret of a test app opens nothing of anybody: staff can read it again. Of a live one there is none.
CREATE TABLE "test_secrets" (
  "app_id" TEXT NOT NULL,
  "secret_sealed" BYTEA NOT NULL,
  "master_key_id" TEXT NOT NULL,
  CONSTRAINT "test_secrets_pkey" PRIMARY KEY ("app_id")
);
ALTER TABLE "test_secrets" ADD CONSTRAINT "test_secrets_app_id_fkey" FOREIGN KEY ("app_id") REFERENCES "apps"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE FUNCTION secrets_of_tests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT environment FROM apps WHERE id = NEW.app_id) = 'live' THEN
    RAISE EXCEPTION 'the secret of a live app is kept nowhere' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER secrets_of_tests BEFORE INSERT OR UPDATE OF app_id ON test_secrets FOR EACH ROW EXECUTE FUNCTION secrets_of_tests();

-- A test environment bears its company's name and standing, and is stopped with it.
CREATE FUNCTION mirror_to_test() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE companies SET name = NEW.name, verification_status = NEW.verification_status, suspended_at = NEW.suspended_at WHERE test_of_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER mirror_to_test AFTER UPDATE OF name, verification_status, suspended_at ON companies FOR EACH ROW
  WHEN (NEW.test_of_id IS NULL) EXECUTE FUNCTION mirror_to_test();
