// Closed table of the codes of engine/authority. Source: SPEC sections 8, 9, 15.
#pragma once

#include "engine/base/error.h"

namespace countersign::authority::codes {

using base::CodeInfo;
using base::ErrorKind;

// Text forms
inline constexpr CodeInfo Base64Alphabet{"RecordError", "BASE64_ALPHABET", ErrorKind::BadInput, "A character is not of the base64url alphabet."};
inline constexpr CodeInfo Base64Padding{"RecordError", "BASE64_PADDING", ErrorKind::BadInput, "Padded base64url is refused."};
inline constexpr CodeInfo Base64Length{"RecordError", "BASE64_LENGTH", ErrorKind::BadInput, "No base64url text has this length."};
inline constexpr CodeInfo Base64UnusedBits{"RecordError", "BASE64_UNUSED_BITS", ErrorKind::BadInput, "Unused bits of the base64url text are set."};

// Decision records, as texts
inline constexpr CodeInfo RecordParts{"RecordError", "RECORD_PARTS", ErrorKind::BadInput, "A record has exactly three parts."};
inline constexpr CodeInfo RecordWhitespace{"RecordError", "RECORD_WHITESPACE", ErrorKind::BadInput, "A record holds no white space."};
inline constexpr CodeInfo RecordTooLarge{"RecordError", "RECORD_TOO_LARGE", ErrorKind::BadInput, "The claims are larger than 64 KiB."};
inline constexpr CodeInfo RecordHeader{"RecordError", "RECORD_HEADER", ErrorKind::BadInput, "The header is not a valid JSON object."};
inline constexpr CodeInfo RecordHeaderMember{"RecordError", "RECORD_HEADER_MEMBER", ErrorKind::BadInput, "The header must have exactly alg, kid and typ."};
inline constexpr CodeInfo RecordAlgorithm{"RecordError", "RECORD_ALGORITHM", ErrorKind::Denied, "The algorithm of the record is not allowed."};
inline constexpr CodeInfo RecordType{"RecordError", "RECORD_TYPE", ErrorKind::BadInput, "This is not a decision record."};
inline constexpr CodeInfo RecordKeyId{"RecordError", "RECORD_KEY_ID", ErrorKind::BadInput, "The key id of the header is not the issuer's."};
inline constexpr CodeInfo RecordClaims{"RecordError", "RECORD_CLAIMS", ErrorKind::BadInput, "The claims are not a valid JSON object."};
inline constexpr CodeInfo RecordNotCanonical{"RecordError", "RECORD_NOT_CANONICAL", ErrorKind::BadInput, "The claims are not in canonical form."};
inline constexpr CodeInfo RecordVersion{"RecordError", "RECORD_VERSION", ErrorKind::Unsupported, "The version of the record is not known."};
inline constexpr CodeInfo RecordClaimUnknown{"RecordError", "RECORD_CLAIM_UNKNOWN", ErrorKind::BadInput, "The record has a claim that is not known."};
inline constexpr CodeInfo RecordClaimMissing{"RecordError", "RECORD_CLAIM_MISSING", ErrorKind::BadInput, "A claim is missing."};
inline constexpr CodeInfo RecordClaimType{"RecordError", "RECORD_CLAIM_TYPE", ErrorKind::BadInput, "A claim has the wrong type or form."};
inline constexpr CodeInfo RecordSignature{"RecordError", "RECORD_SIGNATURE", ErrorKind::Denied, "The record is not signed by this key."};
inline constexpr CodeInfo RecordKeyMismatch{"RecordError", "RECORD_KEY_MISMATCH", ErrorKind::Denied, "The key is not the issuer's."};

// Keys
inline constexpr CodeInfo PublicKeyInvalid{"KeyError", "PUBLIC_KEY_INVALID", ErrorKind::BadInput, "This is not a public key in PEM form."};
inline constexpr CodeInfo PublicKeyPrivate{"KeyError", "PUBLIC_KEY_IS_PRIVATE", ErrorKind::Denied, "This is a private key, a public one is needed."};
inline constexpr CodeInfo PublicKeyUnsupported{"KeyError", "PUBLIC_KEY_UNSUPPORTED", ErrorKind::Unsupported, "Only Ed25519 and RSA keys from 2048 bits are supported."};

// May this be signed, may this record be used
inline constexpr CodeInfo HaltNotSignable{"DecisionError", "HALT_NOT_SIGNABLE", ErrorKind::Denied, "This halt is not one that a decision can answer."};
inline constexpr CodeInfo RequestNotOpen{"DecisionError", "REQUEST_NOT_OPEN", ErrorKind::Conflict, "The decision request is no longer open."};
inline constexpr CodeInfo RequestMismatch{"DecisionError", "REQUEST_MISMATCH", ErrorKind::Denied, "The record does not belong to this request."};
inline constexpr CodeInfo SignerUnknown{"DecisionError", "SIGNER_UNKNOWN", ErrorKind::Denied, "The key is not one of a registered signer."};
inline constexpr CodeInfo SignerRevoked{"DecisionError", "SIGNER_REVOKED", ErrorKind::Denied, "The signer's key was revoked."};
inline constexpr CodeInfo SignerExpired{"DecisionError", "SIGNER_EXPIRED", ErrorKind::Denied, "The signer's key is out of date."};
inline constexpr CodeInfo SignerNotYetValid{"DecisionError", "SIGNER_NOT_YET_VALID", ErrorKind::Denied, "The signer's key is not valid yet."};
inline constexpr CodeInfo SignerNotForProject{"DecisionError", "SIGNER_NOT_FOR_PROJECT", ErrorKind::Denied, "The signer may not sign for this project."};
inline constexpr CodeInfo SignerNotNamed{"DecisionError", "SIGNER_NOT_NAMED", ErrorKind::Denied, "The project names other signers."};
inline constexpr CodeInfo SignerNameMismatch{"DecisionError", "SIGNER_NAME_MISMATCH", ErrorKind::Denied, "The record gives another name for the signer."};
inline constexpr CodeInfo RequesterMayNotSign{"DecisionError", "REQUESTER_MAY_NOT_SIGN", ErrorKind::Denied, "Who asked for the work may not sign for it."};
inline constexpr CodeInfo SubjectChanged{"DecisionError", "SUBJECT_CHANGED", ErrorKind::Conflict, "What is to be signed changed since it was shown."};
inline constexpr CodeInfo SubjectEmpty{"DecisionError", "SUBJECT_EMPTY", ErrorKind::Denied, "There is nothing to decide in the subject."};
inline constexpr CodeInfo ReasonBlank{"DecisionError", "REASON_BLANK", ErrorKind::BadInput, "A reason is required."};
inline constexpr CodeInfo ReasonTooLong{"DecisionError", "REASON_TOO_LONG", ErrorKind::BadInput, "The reason is longer than 4,000 characters."};
inline constexpr CodeInfo ReasonNotText{"DecisionError", "REASON_NOT_TEXT", ErrorKind::BadInput, "The reason is not valid UTF-8."};
inline constexpr CodeInfo CoverNotWarn{"DecisionError", "COVER_NOT_WARN", ErrorKind::Denied, "Only a warning can be covered by a decision."};
inline constexpr CodeInfo CoverMissing{"DecisionError", "COVER_MISSING", ErrorKind::Denied, "The decision does not cover exactly the warnings of its subject."};
inline constexpr CodeInfo AlreadySignedByKey{"DecisionError", "ALREADY_SIGNED_BY_KEY", ErrorKind::Conflict, "This signer already signed this request."};
inline constexpr CodeInfo ClaimsMismatch{"DecisionError", "CLAIMS_MISMATCH", ErrorKind::Denied, "The claims don't follow from the request and the project's rules."};
inline constexpr CodeInfo RecordNotYetValid{"DecisionError", "RECORD_NOT_YET_VALID", ErrorKind::Denied, "The record was issued in the future."};
inline constexpr CodeInfo RecordExpired{"DecisionError", "RECORD_EXPIRED", ErrorKind::Denied, "The record is expired."};
inline constexpr CodeInfo RecordWithdrawn{"DecisionError", "RECORD_WITHDRAWN", ErrorKind::Conflict, "The record was withdrawn."};
inline constexpr CodeInfo RecordUsed{"DecisionError", "RECORD_USED", ErrorKind::Conflict, "The record was used already."};
inline constexpr CodeInfo RecordSuperseded{"DecisionError", "RECORD_SUPERSEDED", ErrorKind::Conflict, "A later reject of the same evidence ended the record."};
inline constexpr CodeInfo RecordNotForThis{"DecisionError", "RECORD_NOT_FOR_THIS", ErrorKind::Denied, "The record belongs to other work."};
inline constexpr CodeInfo RecordDuplicate{"DecisionError", "RECORD_DUPLICATE", ErrorKind::Denied, "The record occurs twice."};
inline constexpr CodeInfo SpecificationChanged{"DecisionError", "SPECIFICATION_CHANGED", ErrorKind::Denied, "The record was signed under another specification."};
inline constexpr CodeInfo WorkTreeChanged{"DecisionError", "WORK_TREE_CHANGED", ErrorKind::Denied, "The record is bound to another work tree."};
inline constexpr CodeInfo EvidenceChanged{"DecisionError", "EVIDENCE_CHANGED", ErrorKind::Denied, "No warning of this run has the evidence that was signed for."};
inline constexpr CodeInfo SignaturesMissing{"DecisionError", "SIGNATURES_MISSING", ErrorKind::Denied, "More signers are needed."};
inline constexpr CodeInfo WithdrawNotSigner{"DecisionError", "WITHDRAW_NOT_SIGNER", ErrorKind::Denied, "Only the signer of a record can withdraw it."};

// Validation tokens
inline constexpr CodeInfo TokenParts{"TokenError", "TOKEN_PARTS", ErrorKind::BadInput, "A token has exactly three parts."};
inline constexpr CodeInfo TokenTooLarge{"TokenError", "TOKEN_TOO_LARGE", ErrorKind::BadInput, "The token is too large."};
inline constexpr CodeInfo TokenEncoding{"TokenError", "TOKEN_ENCODING", ErrorKind::BadInput, "A part of the token is not strict base64url."};
inline constexpr CodeInfo TokenHeader{"TokenError", "TOKEN_HEADER", ErrorKind::BadInput, "The header must have exactly alg and typ."};
inline constexpr CodeInfo TokenAlgorithm{"TokenError", "TOKEN_ALGORITHM", ErrorKind::Denied, "The algorithm of the token is not allowed."};
inline constexpr CodeInfo TokenType{"TokenError", "TOKEN_TYPE", ErrorKind::BadInput, "This is not a validation token."};
inline constexpr CodeInfo TokenSignature{"TokenError", "TOKEN_SIGNATURE", ErrorKind::Denied, "The token was not made by this store."};
inline constexpr CodeInfo TokenClaims{"TokenError", "TOKEN_CLAIMS", ErrorKind::BadInput, "The claims of the token are not a canonical JSON object."};
inline constexpr CodeInfo TokenAudience{"TokenError", "TOKEN_AUDIENCE", ErrorKind::Denied, "A token for a named audience is refused."};
inline constexpr CodeInfo TokenClaimUnknown{"TokenError", "TOKEN_CLAIM_UNKNOWN", ErrorKind::BadInput, "The token has a claim that is not known."};
inline constexpr CodeInfo TokenClaimMissing{"TokenError", "TOKEN_CLAIM_MISSING", ErrorKind::BadInput, "A claim of the token is missing."};
inline constexpr CodeInfo TokenClaimType{"TokenError", "TOKEN_CLAIM_TYPE", ErrorKind::BadInput, "A claim of the token has the wrong type or form."};
inline constexpr CodeInfo TokenFromFuture{"TokenError", "TOKEN_FROM_FUTURE", ErrorKind::Denied, "The token was issued in the future; check the clock."};
inline constexpr CodeInfo TokenExpired{"TokenError", "TOKEN_EXPIRED", ErrorKind::Denied, "The token is expired."};
inline constexpr CodeInfo TokenSecretMissing{"TokenError", "TOKEN_SECRET_MISSING", ErrorKind::Unavailable, "The token secret can't be read or made."};
inline constexpr CodeInfo TokenSecretMode{"TokenError", "TOKEN_SECRET_MODE", ErrorKind::Denied, "The token secret is readable by others."};
inline constexpr CodeInfo TokenSecretSize{"TokenError", "TOKEN_SECRET_SIZE", ErrorKind::Damaged, "The token secret does not have 32 bytes."};

inline constexpr std::array all{&Base64Alphabet, &Base64Padding, &Base64Length, &Base64UnusedBits,
    &RecordParts, &RecordWhitespace, &RecordTooLarge, &RecordHeader, &RecordHeaderMember, &RecordAlgorithm, &RecordType,
    &RecordKeyId, &RecordClaims, &RecordNotCanonical, &RecordVersion, &RecordClaimUnknown, &RecordClaimMissing,
    &RecordClaimType, &RecordSignature, &RecordKeyMismatch, &PublicKeyInvalid, &PublicKeyPrivate, &PublicKeyUnsupported,
    &HaltNotSignable, &RequestNotOpen, &RequestMismatch, &SignerUnknown, &SignerRevoked, &SignerExpired, &SignerNotYetValid,
    &SignerNotForProject, &SignerNotNamed, &SignerNameMismatch, &RequesterMayNotSign, &SubjectChanged, &SubjectEmpty,
    &ReasonBlank, &ReasonTooLong, &ReasonNotText, &CoverNotWarn, &CoverMissing, &AlreadySignedByKey, &ClaimsMismatch,
    &RecordNotYetValid, &RecordExpired, &RecordWithdrawn, &RecordUsed, &RecordSuperseded, &RecordNotForThis, &RecordDuplicate,
    &SpecificationChanged, &WorkTreeChanged, &EvidenceChanged, &SignaturesMissing, &WithdrawNotSigner,
    &TokenParts, &TokenTooLarge, &TokenEncoding, &TokenHeader, &TokenAlgorithm, &TokenType, &TokenSignature, &TokenClaims,
    &TokenAudience, &TokenClaimUnknown, &TokenClaimMissing, &TokenClaimType, &TokenFromFuture, &TokenExpired,
    &TokenSecretMissing, &TokenSecretMode, &TokenSecretSize};

} // namespace countersign::authority::codes
