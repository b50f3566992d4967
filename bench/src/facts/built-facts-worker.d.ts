declare module 'built-facts-worker' {
  const worker: { fetch(request: Request, env: unknown, context: unknown): Promise<Response> }
  export default worker
}
