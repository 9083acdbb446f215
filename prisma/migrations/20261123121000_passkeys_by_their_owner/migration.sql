-- A passkey is looked for beside the account that it says is its owner, where its key has the shard first.
DROP INDEX "passkeys_credential_id_key";
