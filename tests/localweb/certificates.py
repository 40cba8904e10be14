"""A certificate authority of our own, made at the start, and a certificate for each host that is asked for."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_LIFETIME = timedelta(days=2)


class Authority:
    """Keeps `ca.pem` (what a client is to trust) and the hosts' certificates in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._host_key = ec.generate_private_key(ec.SECP256R1())  # one for all hosts: nothing here is secret
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Local web of the crawler's tests")])
        self._contexts: dict[str, ssl.SSLContext] = {}
        self.file = folder / "ca.pem"
        self.file.write_bytes(self._own_certificate().public_bytes(serialization.Encoding.PEM))

    def context(self, host: str) -> ssl.SSLContext:
        """The server side of TLS for a host."""
        if host not in self._contexts:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self._chain_file(host))
            self._contexts[host] = context
        return self._contexts[host]

    def _own_certificate(self) -> x509.Certificate:
        usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
        builder = _builder(self._name, self._name, self._key.public_key(), self._key.public_key())
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        return builder.add_extension(usage, critical=True).sign(self._key, hashes.SHA256())

    def _chain_file(self, host: str) -> Path:
        # The common name may hold 64 characters, a host name 253: the alternative name is the one that counts.
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "site")])
        builder = _builder(name, self._name, self._host_key.public_key(), self._key.public_key())
        builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        certificate = builder.sign(self._key, hashes.SHA256())
        key = self._host_key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        file = self._folder / f"{len(self._contexts)}.pem"
        file.write_bytes(key + certificate.public_bytes(serialization.Encoding.PEM))
        return file


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, issuer_key: ec.EllipticCurvePublicKey
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(subject_name=subject, issuer_name=issuer, public_key=key)
    builder = builder.serial_number(x509.random_serial_number())
    builder = builder.not_valid_before(now - _LIFETIME).not_valid_after(now + _LIFETIME)
    builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    return builder.add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key), critical=False)
