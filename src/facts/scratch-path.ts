/** Paths that are nobody's work: build results, dependencies, and temporary files. */

const folders =
  /(?:^|\/)(?:node_modules|dist|build|_build|target|__pycache__|\.git|\.venv|venv|\.cache|\.next|out|coverage|vendor|deps|CMakeFiles)(?:\/|$)/;
const endings = /\.(?:o|obj|pyc|beam|class|so|dylib|log|aux|bbl|blg|toc|map|lock)$/;

/** Made by a build, or a dependency. */
export function isBuilt(path: string): boolean {
  return folders.test(path) || endings.test(path);
}

export function isScratch(path: string): boolean {
  return /^\/(?:tmp|var|private)\//.test(path) || isBuilt(path);
}
