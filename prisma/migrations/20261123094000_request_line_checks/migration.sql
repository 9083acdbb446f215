-- The same as before, for half of what a line costs: a counted repetition (`{22}`) makes Postgres build a state for each character at every row, a length
-- and a plain one do not.
ALTER TABLE "request_lines"
    DROP CONSTRAINT "request_lines_request_id_check",
    DROP CONSTRAINT "request_lines_company_id_check",
    DROP CONSTRAINT "request_lines_caller_id_check",
    DROP CONSTRAINT "request_lines_endpoint_check",
    DROP CONSTRAINT "request_lines_code_check",
    DROP CONSTRAINT "request_lines_reason_check",
    DROP CONSTRAINT "request_lines_library_check",
    ADD CONSTRAINT "request_lines_request_id_check" CHECK (length("request_id") = 26 AND "request_id" ~ '^req_[0-9A-Za-z]+$') NOT VALID,
    ADD CONSTRAINT "request_lines_company_id_check" CHECK (length("company_id") = 26 AND "company_id" ~ '^cmp_[0-9A-Za-z]+$') NOT VALID,
    ADD CONSTRAINT "request_lines_caller_id_check" CHECK (length("caller_id") = 26 AND "caller_id" ~ '^(app|key)_[0-9A-Za-z]+$') NOT VALID,
    ADD CONSTRAINT "request_lines_endpoint_check" CHECK (length("endpoint") <= 69 AND "endpoint" ~ '^[A-Z]{3,7} /[A-Za-z0-9_/:.-]+$') NOT VALID,
    ADD CONSTRAINT "request_lines_code_check" CHECK (length("code") <= 40 AND "code" ~ '^[a-z_]+$') NOT VALID,
    ADD CONSTRAINT "request_lines_reason_check" CHECK (length("reason") <= 40 AND "reason" ~ '^[a-z_]+$') NOT VALID,
    ADD CONSTRAINT "request_lines_library_check" CHECK (length("library") <= 40 AND "library" ~ '^[A-Za-z][A-Za-z0-9_.-]+( HttpClient| Netty)?( \((Node\.js|Python|PHP|Ruby|Java|Rust)\))?$') NOT VALID;
ALTER TABLE "request_lines"
    VALIDATE CONSTRAINT "request_lines_request_id_check",
    VALIDATE CONSTRAINT "request_lines_company_id_check",
    VALIDATE CONSTRAINT "request_lines_caller_id_check",
    VALIDATE CONSTRAINT "request_lines_endpoint_check",
    VALIDATE CONSTRAINT "request_lines_code_check",
    VALIDATE CONSTRAINT "request_lines_reason_check",
    VALIDATE CONSTRAINT "request_lines_library_check";
