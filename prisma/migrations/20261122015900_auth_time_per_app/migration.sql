-- AlterTable
ALTER TABLE "authorization_codes" ALTER COLUMN "auth_time" DROP NOT NULL;

-- AlterTable
ALTER TABLE "refresh_tokens" ALTER COLUMN "auth_time" DROP NOT NULL;

-- AlterTable
ALTER TABLE "user_sessions" ADD COLUMN     "auth_time_seed" BYTEA;

-- What was kept so far is the real time and the precise methods, one value for all apps: refreshed id_tokens no longer say either.
UPDATE "authorization_codes" SET "auth_time" = NULL, "amr" = CASE WHEN 'mfa' = ANY("amr") THEN '{mfa}'::text[] ELSE '{pwd}'::text[] END;
UPDATE "refresh_tokens" SET "auth_time" = NULL, "amr" = CASE WHEN 'mfa' = ANY("amr") THEN '{mfa}'::text[] ELSE '{pwd}'::text[] END;
