/**
 * Structural types for models of the AI SDK. The SDK is an optional peer: users without it must still be able to check
 * their types against this package.
 */
type SdkObject = {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
};

/** Any language model of the AI SDK, of any interface version, or the name of one its gateway knows. */
export type AiSdkLanguageModel =
  | string
  | (SdkObject & {
      doGenerate(options: never): PromiseLike<unknown>;
      doStream(options: never): PromiseLike<unknown>;
    });

/** Any embedding model of the AI SDK, or the name of one its gateway knows. */
export type AiSdkEmbeddingModel = string | (SdkObject & { doEmbed(options: never): PromiseLike<unknown> });
