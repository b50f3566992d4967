/** What every function here takes first: a D1 database, or a session of one (`db.withSession('first-primary')`). */
export type SqlDatabase = Pick<D1Database, 'prepare' | 'batch'>
