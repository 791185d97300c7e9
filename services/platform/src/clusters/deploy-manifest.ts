import { ruleText } from './manifest.ts';
import { cloudspaceRole, cloudspaceRules, platformRules } from './needed-rights.ts';

const namespace = 'wheelhouse';
const account = 'wheelhouse-platform';
/** What marks a namespace as a CloudSpace. */
const label = 'wheelhouse.dev/cloudspace';
const enforced = 'pod-security.kubernetes.io/enforce';

/**
 * What an administrator applies to a cluster so that it can be deployed to. It holds no secret: Kubernetes makes the token.
 * deploy/rbac/platform.yaml is the same text; a test compares them.
 *
 * Roles alone cannot say "only in namespaces of ours": whoever may make namespaces and role bindings may do so
 * everywhere. The two policies say it, and apply to this account alone; they come before the roles, so that the account
 * is never without them.
 */
export const deployManifest = `# What Wheelhouse needs to deploy to a cluster, and nothing more. In the whole cluster it makes namespaces, and reads
# pods, Services and Deployments. All else, Secrets too, it may only in the namespaces it has made (CloudSpaces): there it
# gives itself the role ${cloudspaceRole}. The two policies keep this account out of all other namespaces,
# whatever roles it is given. Needs Kubernetes 1.30.
# An installation serves this text at /api/platform/api/v1/deploy-manifest:
#
#   kubectl apply -f https://wheelhouse.example.com/api/platform/api/v1/deploy-manifest
apiVersion: v1
kind: Namespace
metadata:
  name: ${namespace}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: ${account}
  namespace: ${namespace}
---
# Which namespaces this account may make, change and remove: those that carry the label of a CloudSpace from the first.
# No other can be labelled, so none can be taken over.
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: ${account}-namespaces
spec:
  failurePolicy: Fail
  matchConditions:
    - name: by-wheelhouse-platform
      expression: request.userInfo.username == "system:serviceaccount:${namespace}:${account}"
  matchConstraints:
    resourceRules:
      - apiGroups: [""]
        apiVersions: ["*"]
        resources: [namespaces]
        operations: [CREATE, UPDATE, DELETE]
        scope: Cluster
  variables:
    # Of none, the empty text: a CloudSpace's is its id.
    - name: before
      expression: 'oldObject == null ? "" : oldObject.metadata.?labels["${label}"].orValue("")'
    - name: after
      expression: 'object == null ? "" : object.metadata.?labels["${label}"].orValue("")'
    - name: enforced
      expression: 'object == null ? "" : object.metadata.?labels["${enforced}"].orValue("")'
    - name: version
      expression: 'object == null ? "" : object.metadata.?labels["${enforced}-version"].orValue("latest")'
  validations:
    - expression: request.operation == "CREATE" || variables.before != ""
      message: this namespace is not a CloudSpace, so Wheelhouse may neither change nor remove it
      reason: Forbidden
    - expression: request.operation != "CREATE" || variables.after != ""
      message: Wheelhouse may only make namespaces that carry the label ${label}
      reason: Forbidden
    - expression: request.operation != "UPDATE" || variables.after == variables.before
      message: Wheelhouse may not change the label ${label}
      reason: Forbidden
    - expression: request.operation == "DELETE" || variables.enforced in ["baseline", "restricted"]
      message: a CloudSpace needs ${enforced} to be baseline or restricted
      reason: Forbidden
    - expression: request.operation == "DELETE" || variables.version == "latest"
      message: a CloudSpace needs ${enforced}-version to be latest
      reason: Forbidden
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: ${account}-namespaces
spec:
  policyName: ${account}-namespaces
  validationActions: [Deny]
---
# What this account may write inside namespaces: in CloudSpaces what its role says, elsewhere nothing.
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: ${account}-cloudspaces
spec:
  failurePolicy: Fail
  matchConditions:
    - name: by-wheelhouse-platform
      expression: request.userInfo.username == "system:serviceaccount:${namespace}:${account}"
  matchConstraints:
    resourceRules:
      - apiGroups: ["*"]
        apiVersions: ["*"]
        resources: ["*/*"]
        operations: [CREATE, UPDATE, DELETE, CONNECT]
        scope: Namespaced
  variables:
    - name: isBinding
      expression: request.resource.group == "rbac.authorization.k8s.io"
    - name: subjects
      expression: "object == null ? [] : object.?subjects.orValue([])"
  validations:
    - expression: namespaceObject.metadata.?labels["${label}"].orValue("") != ""
      message: this namespace is not a CloudSpace, so Wheelhouse may write nothing in it
      reason: Forbidden
    - expression: >-
        !variables.isBinding || [object, oldObject].all(binding, binding == null ||
        (binding.roleRef.kind == "ClusterRole" && binding.roleRef.name == "${cloudspaceRole}"))
      message: Wheelhouse may only bind the role ${cloudspaceRole}
      reason: Forbidden
    - expression: >-
        !variables.isBinding || variables.subjects.all(subject, subject.kind == "ServiceAccount" &&
        subject.name == "${account}" && subject.?namespace.orValue("") == "${namespace}")
      message: Wheelhouse may bind a role to itself only
      reason: Forbidden
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: ${account}-cloudspaces
spec:
  policyName: ${account}-cloudspaces
  validationActions: [Deny]
---
# Held in the whole cluster.
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${account}
rules:
${platformRules.map(ruleText).join('\n')}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: ${account}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: ${account}
subjects:
  - kind: ServiceAccount
    name: ${account}
    namespace: ${namespace}
---
# Held in CloudSpaces only: nothing binds it here.
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${cloudspaceRole}
rules:
${cloudspaceRules.map(ruleText).join('\n')}
---
# Holds the token that Wheelhouse deploys with. Delete it, and that token is worth nothing.
apiVersion: v1
kind: Secret
metadata:
  name: ${account}-token
  namespace: ${namespace}
  annotations:
    kubernetes.io/service-account.name: ${account}
type: kubernetes.io/service-account-token
`;
