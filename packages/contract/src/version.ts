/** The version of this package, as `Contract-Version` reports it. */
export const CONTRACT_VERSION = '1.3.0'
