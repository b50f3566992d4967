declare namespace Cloudflare {
  interface Env {
    readonly MEMORY_0: D1Database
    readonly SEGMENTS: KVNamespace
    readonly MIGRATIONS: import('cloudflare:test').D1Migration[]
  }
}
