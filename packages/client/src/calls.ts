/** How an operation is asked for over HTTP. */
export interface CallShape {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Names in braces are members of the input. */
  readonly path: string
  /** `rest`: what is not in the path is the JSON body; else the member that is. Absent: the rest goes into the address. */
  readonly body?: string
  /** The answer is a CRC-v1 envelope, so its shape is negotiated. */
  readonly isCrc?: true
  /** It belongs to no namespace. */
  readonly isPublic?: true
  /** It creates something and takes an `Idempotency-Key`. */
  readonly creates?: true
  /** A POST that changes nothing, or nothing more when it is sent again. */
  readonly isIdempotent?: true
  /** The media type of an answer that is a text; any other answer is JSON. */
  readonly textType?: string
}

/** Every operation the client speaks, by the id it has in the contract. */
export const CALLS = {
  search: { method: 'POST', path: '/v1/query/search', body: 'rest', isCrc: true },
  retrieve: { method: 'POST', path: '/v1/memory/retrieve', body: 'rest', isCrc: true },
  fetchContent: { method: 'POST', path: '/v1/query/fetch-content', body: 'rest', isCrc: true },
  putFact: { method: 'PUT', path: '/v1/facts/{entity}/{key}', body: 'rest' },
  getFact: { method: 'GET', path: '/v1/facts/{entity}/{key}', isCrc: true },
  createFact: { method: 'POST', path: '/v1/facts', body: 'rest', creates: true },
  listFacts: { method: 'GET', path: '/v1/facts', isCrc: true },
  factHistory: { method: 'GET', path: '/v1/facts/{entity}/{key}/history', isCrc: true },
  factWhy: { method: 'GET', path: '/v1/facts/{entity}/{key}/why' },
  checkFacts: { method: 'POST', path: '/v1/facts/check', body: 'rest', isIdempotent: true },
  batchFacts: { method: 'POST', path: '/v1/facts/batch', body: 'rest', creates: true },
  retractFact: {
    method: 'POST',
    path: '/v1/facts/{entity}/{key}/retract',
    body: 'rest',
    isIdempotent: true,
  },
  reverifyFact: {
    method: 'POST',
    path: '/v1/facts/{entity}/{key}/reverify',
    body: 'rest',
    isIdempotent: true,
  },
  putSessionState: { method: 'PUT', path: '/v1/sessions/{session}/state', body: 'state' },
  sessionState: { method: 'GET', path: '/v1/sessions/{session}/state', isCrc: true },
  deleteSessionState: { method: 'DELETE', path: '/v1/sessions/{session}/state' },
  sessionHistory: { method: 'GET', path: '/v1/sessions/{session}/history' },
  putSource: { method: 'PUT', path: '/v1/sources/{source}', body: 'manifest' },
  getSource: { method: 'GET', path: '/v1/sources/{source}' },
  listSources: { method: 'GET', path: '/v1/sources' },
  deleteSource: { method: 'DELETE', path: '/v1/sources/{source}' },
  addDocuments: {
    method: 'POST',
    path: '/v1/sources/{source}/documents',
    body: 'document',
    creates: true,
  },
  listDocuments: { method: 'GET', path: '/v1/sources/{source}/documents' },
  getDocument: { method: 'GET', path: '/v1/sources/{source}/documents/{document}' },
  deleteDocument: { method: 'DELETE', path: '/v1/sources/{source}/documents/{document}' },
  createResearchSource: { method: 'POST', path: '/v1/research/sources', body: 'rest', creates: true },
  listResearchSources: { method: 'GET', path: '/v1/research/sources' },
  getResearchSource: { method: 'GET', path: '/v1/research/sources/{id}' },
  putResearchSource: { method: 'PUT', path: '/v1/research/sources/{id}', body: 'rest' },
  deleteResearchSource: { method: 'DELETE', path: '/v1/research/sources/{id}' },
  createPassage: { method: 'POST', path: '/v1/research/passages', body: 'rest', creates: true },
  passageFromPointer: {
    method: 'POST',
    path: '/v1/research/passages/from-pointer',
    body: 'rest',
    creates: true,
  },
  listPassages: { method: 'GET', path: '/v1/research/passages' },
  getPassage: { method: 'GET', path: '/v1/research/passages/{id}' },
  deletePassage: { method: 'DELETE', path: '/v1/research/passages/{id}' },
  createCitation: { method: 'POST', path: '/v1/research/citations', body: 'rest', creates: true },
  listCitations: { method: 'GET', path: '/v1/research/citations' },
  getCitation: { method: 'GET', path: '/v1/research/citations/{id}' },
  putCitation: { method: 'PUT', path: '/v1/research/citations/{id}', body: 'rest' },
  deleteCitation: { method: 'DELETE', path: '/v1/research/citations/{id}' },
  createNotebook: { method: 'POST', path: '/v1/research/notebooks', body: 'rest', creates: true },
  listNotebooks: { method: 'GET', path: '/v1/research/notebooks' },
  getNotebook: { method: 'GET', path: '/v1/research/notebooks/{id}' },
  putNotebook: { method: 'PUT', path: '/v1/research/notebooks/{id}', body: 'rest' },
  deleteNotebook: { method: 'DELETE', path: '/v1/research/notebooks/{id}' },
  checkNotebook: { method: 'POST', path: '/v1/research/notebooks/{id}/check', isIdempotent: true },
  exportNotebook: { method: 'GET', path: '/v1/research/notebooks/{id}/export', textType: 'text/markdown' },
  exportNamespace: { method: 'GET', path: '/v1/export' },
  importNamespace: { method: 'POST', path: '/v1/import', body: 'archive', isIdempotent: true },
  startErasure: { method: 'POST', path: '/v1/erasures', body: 'rest', creates: true },
  getErasure: { method: 'GET', path: '/v1/erasures/{id}' },
  getEmbedder: { method: 'GET', path: '/v1/embedder' },
  putEmbedder: { method: 'PUT', path: '/v1/embedder', body: 'rest' },
  usage: { method: 'GET', path: '/v1/usage' },
  listNamespaces: { method: 'GET', path: '/v1/namespaces' },
  maintenanceStep: { method: 'POST', path: '/v1/maintenance/step' },
  getReceipt: { method: 'GET', path: '/v1/receipts/{receipt}' },
  receiptVerification: { method: 'GET', path: '/v1/receipts/{receipt}/verification' },
  listCheckpoints: { method: 'GET', path: '/v1/receipts/checkpoints' },
  receiptKeys: { method: 'GET', path: '/v1/receipts/keys', isPublic: true },
  contextBundle: { method: 'POST', path: '/v1/context/bundles', body: 'rest', isIdempotent: true },
  contextReceipt: { method: 'GET', path: '/v1/context/receipts/{receipt}' },
  putUpstream: { method: 'PUT', path: '/v1/sources/{source}/upstream', body: 'rest' },
  sourceChanges: { method: 'GET', path: '/v1/sources/{source}/changes' },
  listTopics: { method: 'GET', path: '/v1/bootstrap' },
  getTopic: { method: 'GET', path: '/v1/bootstrap/{topic}', isPublic: true },
  startRun: { method: 'POST', path: '/v1/conformance/runs', creates: true },
  listRuns: { method: 'GET', path: '/v1/conformance/runs' },
  getRun: { method: 'GET', path: '/v1/conformance/runs/{run}' },
  stepRun: { method: 'POST', path: '/v1/conformance/runs/{run}/steps' },
  validateDocument: {
    method: 'POST',
    path: '/v1/conformance/validate',
    body: 'document',
    isIdempotent: true,
  },
  health: { method: 'GET', path: '/health', isPublic: true },
  ready: { method: 'GET', path: '/ready', isPublic: true },
  openapi: { method: 'GET', path: '/openapi.json', isPublic: true },
  contractFile: { method: 'GET', path: '/contracts/{file}', isPublic: true },
  protectedResource: { method: 'GET', path: '/.well-known/oauth-protected-resource', isPublic: true },
} as const satisfies Record<string, CallShape>

/** The id of an operation. */
export type CallId = keyof typeof CALLS

/** The row of an operation. */
export function shapeOf(id: CallId): CallShape {
  return CALLS[id]
}

/** Whether it reads what is stored in a namespace, and so can be told how new the answer must be. */
export function isRead({ isPublic, isCrc, method }: CallShape): boolean {
  return isPublic !== true && (isCrc === true || method === 'GET')
}

/** Whether sending it again after an unknown outcome changes nothing. */
export function isRepeatable({ method, isCrc, creates, isIdempotent }: CallShape): boolean {
  return method !== 'POST' || isCrc === true || creates === true || isIdempotent === true
}
