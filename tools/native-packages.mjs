/** Packages that the server does not bundle: native libraries, which find their binaries beside themselves. */
export const NATIVE_PACKAGES = ['@node-rs/argon2', 'fs-native-extensions', 'sharp'];
