-- `wake_at`: when a closed market is opened for its scheduled jobs; null: at once. `ran_until`: until when they have run.
ALTER TABLE control.leases ADD COLUMN wake_at timestamptz, ADD COLUMN ran_until timestamptz;
