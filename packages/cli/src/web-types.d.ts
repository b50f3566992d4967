/** Bytes as the web's interfaces take them; the types of Node do not name it. */
type BufferSource = ArrayBufferView | ArrayBuffer
